import { isExpression, listProperties, type ModdleElement, readModdleAttribute } from '@millrace/bpmn/moddle'
import { readAdapterCall } from '../properties/services/adapter/plan-adapter.ts'
import { readField } from '../properties/services/plan-service.ts'
import { findRunKind } from '../properties/services/service-kinds.ts'
import type { Known, KnownThings } from './known-things.ts'

export type NamedKind =
  | 'form'
  | 'process'
  | 'decision'
  | 'template'
  | 'calendar'
  | 'user'
  | 'group'
  | 'adapter'
  | 'input'
  | 'parameter'

export interface UnknownThing {
  readonly elementId: string
  readonly kind: NamedKind
  readonly name: string
}

const kinds: Readonly<Record<string, NamedKind>> = {
  formRef: 'form',
  formKey: 'form',
  calledElement: 'process',
  decisionRef: 'decision',
  businessCalendarName: 'calendar',
  assignee: 'user',
  owner: 'user',
  candidateUsers: 'user',
  candidateStarterUsers: 'user',
  candidateGroups: 'group',
  candidateStarterGroups: 'group',
}

/** A key of a form of an application; anything else means something elsewhere, such as `embedded:app:forms/x.html`. */
const formOfOurs = /^[\p{L}\p{M}\p{N}_-]+$/u

/** Settings of services that name something. */
const settings = [
  { run: 'mail', setting: 'template', kind: 'template' },
  { run: 'decision', setting: 'decisionTableReferenceKey', kind: 'decision' },
] as const

/** Words that models of Flowable use in place of a calendar. */
const ownCalendars: ReadonlySet<string> = new Set(['duration', 'dueDate', 'cycle'])

/** Finds references of a diagram to objects that do not exist. Calculated references are skipped. */
export async function findUnknown(elements: readonly ModdleElement[], known: KnownThings): Promise<UnknownThing[]> {
  const named = elements.flatMap((element) => listNamed(element))
  const own = elements.filter(({ $type }) => $type === 'bpmn:Process').map((process) => String(process.get('id')))
  const there = {
    form: keysOf(known.forms),
    process: keysOf(known.processes, own),
    decision: keysOf(known.decisions),
    template: known.emailTemplates.isAll ? new Set(known.emailTemplates.items.map(({ name }) => fold(name))) : null,
    calendar: known.calendars.isAll ? new Set(known.calendars.items.map(({ name }) => name)) : null,
    // What is told of adapters is known to be so.
    adapter: nobody,
    input: nobody,
    parameter: nobody,
    user: await findPeople(known, named, 'user'),
    group: await findPeople(known, named, 'group'),
  }
  return [...named, ...elements.flatMap((element) => listOfAdapter(element, known))].filter(
    ({ kind, name }) => there[kind]?.has(kind === 'template' ? fold(name) : name) === false,
  )
}

const nobody: ReadonlySet<string> = new Set()

/** Finds unknown adapters, missing required inputs, and inputs that the adapter does not have. */
function listOfAdapter(element: ModdleElement, { adapters }: KnownThings): UnknownThing[] {
  const call = readAdapterCall(element)
  if (call === null || call.key === '') return []
  const elementId = String(element.get('id'))
  const found = adapters.items.find(({ key }) => fold(key) === fold(call.key))
  if (found === undefined) return adapters.isAll ? [{ elementId, kind: 'adapter', name: call.key }] : []
  const given = new Map(call.inputs.map(({ name, value }) => [name, value]))
  const missing = found.parameters.filter(({ name, isRequired }) => isRequired && !given.get(name)?.trim())
  const strange = [...given.keys()].filter((name) => !found.parameters.some((one) => one.name === name))
  return [
    ...missing.map(({ name }): UnknownThing => ({ elementId, kind: 'input', name })),
    ...strange.map((name): UnknownThing => ({ elementId, kind: 'parameter', name })),
  ]
}

/** Templates and adapters are found by their names and keys, however they are written. */
const fold = (name: string) => name.toLowerCase()

function listNamed(element: ModdleElement): UnknownThing[] {
  const definitions = (element.get('eventDefinitions') as ModdleElement[] | undefined) ?? []
  const elementId = String(element.get('id'))
  return [...listOfService(element, elementId), ...listOfHolders([element, ...definitions], elementId)]
}

function listOfService(element: ModdleElement, elementId: string): UnknownThing[] {
  const run = findRunKind(element)
  return settings.flatMap(({ run: wanted, setting, kind }) => {
    const name = run === wanted ? readField(element, setting).trim() : ''
    return name === '' || isExpression(name) ? [] : [{ elementId, kind, name }]
  })
}

function listOfHolders(holders: readonly ModdleElement[], elementId: string): UnknownThing[] {
  return holders.flatMap((holder) =>
    listProperties(holder.$type).flatMap(({ property }) => {
      const kind = kinds[property.name]
      const { place } = property
      if (kind === undefined || (place !== 'extension' && place !== 'attribute')) return []
      const text = readModdleAttribute(holder, { ...property, place }) ?? ''
      if (isExpression(text)) return []
      const names = property.value === 'expressions' ? text.split(',') : [text]
      return names
        .map((name) => ({ elementId, kind, name: name.trim() }))
        .filter(({ name }) => name !== '' && !(kind === 'calendar' && ownCalendars.has(name)))
        .filter(({ name }) => property.name !== 'formKey' || formOfOurs.test(name))
    }),
  )
}

function keysOf({ items, isAll }: Known<{ readonly key: string }>, more: readonly string[] = []): Set<string> | null {
  return isAll ? new Set([...items.map(({ key }) => key), ...more]) : null
}

/** Finds missing users and groups. Null when the server does not answer: then none are reported. */
async function findPeople(
  { people }: KnownThings,
  named: readonly UnknownThing[],
  kind: 'user' | 'group',
): Promise<Set<string> | null> {
  const keys = [...new Set(named.filter((one) => one.kind === kind).map(({ name }) => name))]
  if (people === null || keys.length === 0) return null
  const found = await people.find(kind, keys).catch(() => null)
  return found === null ? null : new Set(found.map(({ key }) => key))
}
