import type { TFunction } from 'i18next'
import { presentTook } from '../heat-map.tsx'

/** Presents the value of a measure: a duration, a share in percent, or a number. Differences can be negative. */
export function presentMeasure(measure: string, value: number, t: TFunction): string {
  const size = Math.abs(value)
  const sign = value < 0 ? '−' : ''
  if (/^(?:duration|wait|took)/.test(measure)) return `${sign}${presentTook(Math.round(size), t)}`
  if (measure === 'utilisation') return `${sign}${number(size * 100)} %`
  return `${sign}${number(size)}`
}

function number(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 })
}
