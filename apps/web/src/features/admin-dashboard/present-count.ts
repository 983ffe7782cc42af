import type { AdminDashboard } from '@millrace/contract'

/** `1,000+` where there are more than are counted. */
export function presentCount({ total, isCapped }: AdminDashboard['incidents']): string {
  return `${total.toLocaleString('en')}${isCapped ? '+' : ''}`
}
