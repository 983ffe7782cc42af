import type { AssigneePreview, AssigneeQuery, ParameterType } from '@millrace/contract'
import type { BusinessCalendar } from '@millrace/time'

/** An object that a process may name. */
export interface KnownThing {
  readonly key: string
  readonly name: string
}

/** A field that becomes a process variable when its form is sent. */
export interface KnownField {
  /** The name of the variable, or a path in it: `amount`, `address.city`. */
  readonly name: string
  readonly label: string
  /** As forms call it, or `list`. */
  readonly type: string
  /** The values of a choice. */
  readonly options: readonly string[]
}

export interface KnownDecision extends KnownThing {
  /** How a process takes its result, and the name of its only output; null where nobody can tell. */
  readonly result: { readonly as: string; readonly name: string | null } | null
}

export interface KnownForm extends KnownThing {
  /** The address of its designer. */
  readonly href: string
  readonly fields: readonly KnownField[]
}

/** A business calendar, by whose working time timers can count. */
export interface KnownCalendar extends BusinessCalendar {
  readonly name: string
}

/** What an external system can be asked by. */
/** A parameter of an adapter. */
export interface KnownParameter {
  readonly name: string
  readonly type: ParameterType
  readonly isRequired: boolean
}

export interface KnownAdapter extends KnownThing {
  readonly id: string
  readonly system: string
  readonly api: string
  readonly kind: 'rest' | 'sql' | 'file' | 'amqp' | 'kafka'
  /** Whether it may be asked twice without harm. */
  readonly isRepeatable: boolean
  readonly parameters: readonly KnownParameter[]
  readonly columns: readonly string[]
}

type Values = Readonly<Record<string, string>>

/** The request of an adapter as text for users. */
export interface AdapterPreview {
  readonly lines: readonly string[]
  readonly fault: string | null
}

export interface AdapterAnswer {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly count: number
  readonly ms: number
  readonly fault: string | null
}

/** The calls that preview and test adapters. */
export interface Asking {
  readonly preview: (id: string, values: Values) => Promise<AdapterPreview>
  /** Asks the system itself. Null for those who may not. */
  readonly tryOut: ((id: string, values: Values) => Promise<AdapterAnswer>) | null
}

/** The known objects of a kind. If the list is not complete, a missing object is not reported. */
export interface Known<T> {
  readonly items: readonly T[]
  readonly isAll: boolean
}

export type PersonKind = 'user' | 'group'

/** An assignment rule in the model, with a sample user. */
export type RuleAsked = Pick<AssigneeQuery, 'rule'> & Readonly<Record<string, string>>

/** The search for users and groups, which are too many to load all of them. */
export interface People {
  /** The first by name that have a text in their name or key. */
  readonly search: (kind: PersonKind, text: string) => Promise<readonly KnownThing[]>
  /** Returns which of these keys exist. */
  readonly find: (kind: PersonKind, keys: readonly string[]) => Promise<readonly KnownThing[]>
  /** Returns the user that a rule would assign a task to now. */
  readonly previewAssignee?: (asked: RuleAsked) => Promise<AssigneePreview>
}

/** The known objects around a process, to choose from and to find missing ones. */
export interface KnownThings {
  /** The forms of the application. */
  readonly forms: Known<KnownForm>
  /** The processes of the application, and what is deployed. */
  readonly processes: Known<KnownThing>
  readonly decisions: Known<KnownDecision>
  readonly emailTemplates: Known<{ readonly name: string }>
  readonly calendars: Known<KnownCalendar>
  readonly adapters: Known<KnownAdapter>
  /** Null where nobody can be asked. */
  readonly asking: Asking | null
  /** Null where nobody can be asked. */
  readonly people: People | null
  /** Creates a form in the application, with a name of its own where none is given. Null where nobody can. */
  readonly createForm: ((name: string) => Promise<KnownThing & { readonly href: string }>) | null
}

const none = { items: [], isAll: false } as const

export const nothingKnown: KnownThings = {
  forms: none,
  processes: none,
  decisions: none,
  emailTemplates: none,
  calendars: none,
  adapters: none,
  asking: null,
  people: null,
  createForm: null,
}
