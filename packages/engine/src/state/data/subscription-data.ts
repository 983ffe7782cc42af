import { type Codec, listOf, nullable, oneOf, shape, text, type ValueOf, wholeNumber } from './codec.ts'

/** The index of the definition in its event; null for a receive task, which has one message. */
const index = nullable(wholeNumber)

const named = shape({ index })

/** The codecs of the data of subscriptions, by kind of subscription. */
export const subscriptionData = {
  message: named,
  signal: named,
  /** `variableEvents`: the changes that it looks at; none named means all. */
  conditional: shape({
    index,
    variableName: nullable(text),
    variableEvents: listOf(oneOf('create', 'update', 'delete')),
  }),
  variable: shape({ index, change: oneOf('all', 'create', 'update', 'update-create', 'delete') }),
  /** `keptId`: the completed scope that stays for it. */
  compensate: shape({ activityId: text, keptId: nullable(text) }),
} as const satisfies Record<string, Codec<object>>

/** The data of each kind of subscription. */
export type SubscriptionData = { readonly [K in keyof typeof subscriptionData]: ValueOf<(typeof subscriptionData)[K]> }
