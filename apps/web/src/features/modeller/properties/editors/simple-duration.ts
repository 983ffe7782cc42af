/** Designators of ISO 8601. Weeks are none of every dialect. */
const designators = { minutes: 'TM', hours: 'TH', days: 'D', months: 'M', years: 'Y' } as const

export type DurationUnit = keyof typeof designators
export const durationUnits = Object.keys(designators) as DurationUnit[]

/** Reads a duration of one unit, such as `P2D`. Null for any other text. */
export function readDuration(text: string): { readonly amount: number; readonly unit: DurationUnit } | null {
  const [, time = '', digits, letter = ''] = /^P(T?)(\d{1,4})([A-Z])$/.exec(text.trim()) ?? []
  const unit = durationUnits.find((one) => designators[one] === `${time}${letter}`)
  return digits === undefined || unit === undefined ? null : { amount: Number(digits), unit }
}

export function writeDuration(amount: number, unit: DurationUnit): string {
  const designator = designators[unit]
  return designator.startsWith('T') ? `PT${amount}${designator.slice(1)}` : `P${amount}${designator}`
}
