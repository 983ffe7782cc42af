import type { ElementInstance, Job, Subscription } from '../rows.ts'
import { type Codec, UnreadableData } from './codec.ts'
import { elementData } from './element-data.ts'
import { jobData } from './job-data.ts'
import { subscriptionData } from './subscription-data.ts'
import { tagElementData } from './untagged-element-data.ts'

/** The codec of the `data` of a row for its JSON column. Null: the row has no data to store. */
export interface StoredData<Row extends { readonly data: unknown }> {
  encode(row: Row): object | null
  /** @throws UnreadableData for what no version of the program has written. */
  decode(stored: unknown, row: { readonly id: string; readonly kind?: string }): Row['data']
}

export const storedElementData: StoredData<ElementInstance> = {
  encode: ({ data }) => (data === null ? null : filled(elementData.encode(data))),
  decode: (stored, { id }) => {
    const tagged = tagElementData(stored ?? null)
    return tagged === null ? null : elementData.decode(tagged, `element instance ${id}`)
  },
}

export const storedJobData: StoredData<Job> = byKind('job', jobData)

export const storedSubscriptionData: StoredData<Subscription> = byKind('subscription', subscriptionData)

/** The codec is that of the row's kind, which TypeScript cannot follow through the look-up. */
function byKind<Row extends { readonly kind: string; readonly data: object }>(
  what: string,
  codecs: { readonly [K in Row['kind']]: Codec<Extract<Row, { kind: K }>['data']> },
): StoredData<Row> {
  const all = new Map<string, Codec<unknown>>(Object.entries(codecs))
  return {
    encode: ({ kind, data }) => filled(all.get(kind)?.encode(data)),
    decode: (stored, { id, kind = '' }) => {
      const codec = all.get(kind)
      if (codec === undefined)
        throw new UnreadableData(`a ${what} of a kind of ${[...all.keys()].join(', ')}`, kind, `${what} ${id}`)
      return codec.decode(stored ?? {}, `the data of ${what} ${id}`) as Row['data']
    },
  }
}

function filled(encoded: unknown): object | null {
  const hasAny =
    typeof encoded === 'object' && encoded !== null && Object.values(encoded).some((one) => one !== undefined)
  return hasAny ? encoded : null
}
