import type { Border } from '@millrace/expressions'
import type { Line, Region } from './line.ts'
import { complement, isWholeLine, type Span, type Spans } from './spans.ts'

/** Returns unary tests that exactly the values of some regions pass. */
export function writeTest(spans: Spans, line: Line): string {
  const count = line.regions.length
  if (isWholeLine(spans, count)) return '-'
  if (line.isOrdered) return spans.map((span) => writeSpan(span, line.regions)).join(', ')
  const hasOthers = line.regions[spans.at(-1)?.[1] ?? -1]?.kind === 'others'
  const named = listTexts(hasOthers ? complement(spans, count) : spans, line).join(', ')
  return hasOthers ? `not(${named})` : named
}

function listTexts(spans: Spans, { regions }: Line): string[] {
  return spans.flatMap(([from, to]) =>
    regions.slice(from, to + 1).flatMap((region) => (region.kind === 'point' ? [region.at.text] : [])),
  )
}

function writeSpan([from, to]: Span, regions: readonly Region[]): string {
  const low = lowOf(regions[from])
  const high = highOf(regions[to])
  if (low === null && high === null) return '-'
  if (low === null) return `${high?.isIncluded ? '<=' : '<'} ${high?.text}`
  if (high === null) return `${low.isIncluded ? '>=' : '>'} ${low.text}`
  if (low.isIncluded && high.isIncluded && low.text === high.text) return low.text
  return `${low.isIncluded ? '[' : ']'}${low.text}..${high.text}${high.isIncluded ? ']' : '['}`
}

function lowOf(region: Region | undefined): Border | null {
  if (region?.kind === 'point') return { ...region.at, isIncluded: true }
  return region?.kind === 'between' && region.low !== null ? { ...region.low, isIncluded: false } : null
}

function highOf(region: Region | undefined): Border | null {
  if (region?.kind === 'point') return { ...region.at, isIncluded: true }
  return region?.kind === 'between' && region.high !== null ? { ...region.high, isIncluded: false } : null
}
