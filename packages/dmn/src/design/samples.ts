import type { XmlElement } from '@millrace/xml'
import { findAttribute, listChildren } from '../read/dmn-element.ts'

/** Plain values, as JSON writes them. Dates are texts. */
export type SampleValue = string | number | boolean | null

export interface Sample {
  readonly name: string
  /** Values by the names that the decision reads. Missing values are null. */
  readonly values: Readonly<Record<string, SampleValue>>
  /** The expected outputs of each matching rule. Null: nothing is expected yet. */
  readonly expected: readonly Readonly<Record<string, unknown>>[] | null
}

export interface DecisionSamples {
  /** Key of the decision. */
  readonly decisionId: string
  readonly samples: readonly Sample[]
}

/** The namespace of `samples` in the extension elements of a decision, whose text is a list of samples as JSON. */
export const samplesNamespace = 'urn:millrace:dmn:1.0'

/** Returns the samples of all decisions of a DMN file that have some. */
export function listSamples(root: XmlElement): DecisionSamples[] {
  return listChildren(root, 'decision').flatMap((decision) => {
    const samples = listChildren(decision, 'extensionElements')
      .flatMap(({ children }) => children)
      .filter(({ name, uri }) => name === 'samples' && uri === samplesNamespace)
      .flatMap(({ text }) => parseSamples(text))
    const decisionId = findAttribute(decision, 'id') ?? findAttribute(decision, 'name')
    return decisionId === null || samples.length === 0 ? [] : [{ decisionId, samples }]
  })
}

/** Parses samples. Invalid ones are left out, because another tool may have changed them. */
export function parseSamples(text: string): Sample[] {
  const said = parseJson(text)
  if (!Array.isArray(said)) return []
  return said.filter(isRecord).map(({ name, values, expected }) => ({
    name: typeof name === 'string' ? name : '',
    values: isRecord(values) ? Object.fromEntries(Object.entries(values).filter(hasSampleValue)) : {},
    expected: Array.isArray(expected) ? expected.filter(isRecord) : null,
  }))
}

export function writeSamples(samples: readonly Sample[]): string {
  return JSON.stringify(samples)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasSampleValue(entry: [string, unknown]): entry is [string, SampleValue] {
  return entry[1] === null || ['string', 'number', 'boolean'].includes(typeof entry[1])
}
