import { isExpression, listProperties, type ModdleElement, readModdleAttribute } from '@millrace/bpmn/moddle'
import type { Known, KnownThings } from './known-things.ts'

export type NamedKind = 'form' | 'process' | 'decision' | 'calendar' | 'user' | 'group'

export interface UnknownThing {
  readonly elementId: string
  readonly kind: NamedKind
  readonly name: string
}

const kinds: Readonly<Record<string, NamedKind>> = {
  formRef: 'form',
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

/** Words that models of Flowable use in place of a calendar. */
const ownCalendars: ReadonlySet<string> = new Set(['duration', 'dueDate', 'cycle'])

/** What a drawing names and nobody was told of. What is worked out at run time is none. */
export async function findUnknown(elements: readonly ModdleElement[], known: KnownThings): Promise<UnknownThing[]> {
  const named = elements.flatMap((element) => listNamed(element))
  const own = elements.filter(({ $type }) => $type === 'bpmn:Process').map((process) => String(process.get('id')))
  const there = {
    form: keysOf(known.forms),
    process: keysOf(known.processes, own),
    decision: keysOf(known.decisions),
    calendar: known.calendars.isAll ? new Set(known.calendars.items.map(({ name }) => name)) : null,
    user: await findPeople(known, named, 'user'),
    group: await findPeople(known, named, 'group'),
  }
  return named.filter(({ kind, name }) => there[kind]?.has(name) === false)
}

function listNamed(element: ModdleElement): UnknownThing[] {
  const definitions = (element.get('eventDefinitions') as ModdleElement[] | undefined) ?? []
  const elementId = String(element.get('id'))
  return [element, ...definitions].flatMap((holder) =>
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
    }),
  )
}

function keysOf({ items, isAll }: Known<{ readonly key: string }>, more: readonly string[] = []): Set<string> | null {
  return isAll ? new Set([...items.map(({ key }) => key), ...more]) : null
}

/** Null when nobody answers: then nobody is told missing. */
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
