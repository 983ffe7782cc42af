/** Presents a number, with a plus when the count was limited: `1,000+`. */
export function presentCount({ total, isCapped }: { readonly total: number; readonly isCapped: boolean }): string {
  return `${total.toLocaleString('en')}${isCapped ? '+' : ''}`
}
