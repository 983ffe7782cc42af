/**
 * What a title says beyond the name of its process, where that stands beside it: “Purchase request 482913” beside
 * “Purchase request” is “482913”.
 */
export function restOfTitle(title: string, process: string): string {
  return title.startsWith(`${process} `) ? title.slice(process.length + 1) : title
}
