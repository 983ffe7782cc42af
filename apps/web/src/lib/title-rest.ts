/**
 * Returns the part of a title that follows the name of its process, for places where the name is shown beside it:
 * “482913” for “Purchase request 482913”. Empty when the title is the name.
 */
export function restOfTitle(title: string, process: string): string {
  if (title === process) return ''
  return title.startsWith(`${process} `) ? title.slice(process.length + 1) : title
}
