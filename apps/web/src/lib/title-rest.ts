/**
 * What a title says beyond the name of its process, where that is beside it: “Purchase request 482913” beside “Purchase
 * request” is “482913”, and nothing is left of one that says no more.
 */
export function restOfTitle(title: string, process: string): string {
  if (title === process) return ''
  return title.startsWith(`${process} `) ? title.slice(process.length + 1) : title
}
