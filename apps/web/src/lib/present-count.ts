/** `1,000+` where there are more than are counted. */
export function presentCount({ total, isCapped }: { readonly total: number; readonly isCapped: boolean }): string {
  return `${total.toLocaleString('en')}${isCapped ? '+' : ''}`
}
