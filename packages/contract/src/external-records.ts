import { z } from 'zod'
import { disabled } from './disabling.ts'
import { listenerPart } from './external-listener-records.ts'
import { otherSecretNames } from './external-rest-connection.ts'
import { adapterSettings, connectionSettings, parameterTypes } from './external-settings.ts'
import { limits } from './limits.ts'
import { text } from './patterns.ts'
import { settingPatterns } from './settings/setting-patterns.ts'
import { patterns } from './text-patterns.ts'
import { instant, person } from './values.ts'

export const about = {
  name: text('name'),
  description: z
    .string()
    .trim()
    .max(limits.description)
    .regex(patterns.description.regex, patterns.description.message)
    .default(''),
}
/** The revision that the caller has read before; the call is refused if the record has a newer one. */
export const revision = z.number().int().optional()

/** Fields that all external objects have. `revision` counts changes; send it with the next change. */
export const kept = {
  id: z.string(),
  name: z.string(),
  description: z.string(),
  revision: z.number().int(),
  disabled: disabled.nullable(),
  createdAt: instant,
  createdBy: person.nullable(),
  updatedAt: instant,
  updatedBy: person.nullable(),
}
export const named = z.object({ id: z.string(), name: z.string() })
const part = named.extend({ isDisabled: z.boolean() })
const connectionKind = z.enum(['rest', 'database', 'file', 'mail', 'amqp', 'kafka'])
export const adapterKind = z.enum(['rest', 'sql', 'file', 'amqp', 'kafka'])
/** The result of a test; `fault` is null on success. */
export const tested = z.object({ at: instant, ms: z.number().int(), fault: z.string().nullable() })

/** The name of an environment, such as test. */
export const environmentName = z
  .string()
  .trim()
  .min(1)
  .max(50)
  .regex(settingPatterns.environment.regex, settingPatterns.environment.message)

const connectionPart = part.extend({
  /** The environment whose values it has; null: it is used in each environment without values. */
  environment: z.string().nullable(),
  kind: connectionKind,
  /** The address for users. */
  address: z.string(),
  tested: tested.nullable(),
})
const adapterPart = part.extend({ kind: adapterKind, key: z.string(), api: named })

export const externalSystem = z.object({
  ...kept,
  connections: z.array(connectionPart),
  apis: z.array(part.extend({ connection: named.extend({ kind: connectionKind }) })),
  adapters: z.array(adapterPart),
})

export const connection = z.object({
  ...kept,
  system: named,
  settings: connectionSettings,
  /** Whether a secret is kept. It is in no answer. */
  hasSecret: z.boolean(),
  /** The other secrets that are kept. They are in no answer. */
  otherSecrets: z.array(z.enum(otherSecretNames)),
  /** The end of a pause after failed calls; null: calls are sent. */
  pausedUntil: instant.nullable(),
  tested: tested.nullable(),
  /** The connection that this connection replaces; null: none. */
  standsFor: named.extend({ environment: z.string() }).nullable(),
  /** The connections that replace this connection, by environment. */
  environments: z.array(part.extend({ environment: z.string() })),
  /** The environment of the workplace; empty: none. */
  environment: z.string(),
  /** APIs that are reached by it. */
  apis: z.array(part),
})

export const externalApi = z.object({
  ...kept,
  system: named,
  connection: named.extend({ kind: connectionKind }),
  adapters: z.array(adapterPart),
  listeners: z.array(listenerPart),
})

export const adapter = z.object({
  ...kept,
  key: z.string(),
  system: named,
  api: named,
  connection: named,
  settings: adapterSettings,
  /** Environments in which its connection has other values. */
  environments: z.array(z.string()),
  /** The parameters of the request or statement, in their order. */
  parameters: z.array(z.object({ name: z.string(), type: z.enum(parameterTypes), isRequired: z.boolean() })),
  /** Forms whose last design uses the adapter, the first by name. */
  uses: z.array(z.object({ applicationId: z.string().nullable(), formId: z.string(), name: z.string() })),
  /**
   * Processes whose last design has a step that uses the adapter, the first by name. The adapter cannot be disabled
   * while such processes exist.
   */
  processes: z.array(z.object({ applicationId: z.string(), processId: z.string(), name: z.string() })),
  /**
   * Processes that were deployed outside of applications, are not suspended, and have a step that uses the adapter in
   * their newest version, the first by name. The adapter cannot be disabled while such processes exist.
   */
  definitions: z.array(z.object({ definitionId: z.string(), name: z.string() })),
})

export type ExternalSystem = z.output<typeof externalSystem>
export type ExternalConnection = z.output<typeof connection>
export type ExternalApi = z.output<typeof externalApi>
export type ExternalAdapter = z.output<typeof adapter>

export const trial = z.object({
  ms: z.number().int(),
  columns: z.array(z.string()),
  /** The first 20, each a text for each column. */
  rows: z.array(z.array(z.string())),
  /** The number of rows, at most the limit of the adapter. */
  count: z.number().int(),
  /**
   * For a response of a service: values of the first row that columns can lead to, with the beginning of each. At most
   * 50.
   */
  members: z.array(z.object({ path: z.string(), sample: z.string() })),
  /** The error as a sentence; null when there is an answer. */
  fault: z.string().nullable(),
})

export type AdapterTrial = z.output<typeof trial>
