import type { KnownThing, KnownThings } from '../../problems/known-things.ts'

export interface OfferedThing extends KnownThing {
  /** The address of its designer. */
  readonly href?: string
}

type ThingKind = 'form' | 'process' | 'decision' | 'template' | 'calendar'

const kinds: Readonly<Record<string, ThingKind>> = {
  formRef: 'form',
  calledElement: 'process',
  decisionRef: 'decision',
  decisionTableReferenceKey: 'decision',
  template: 'template',
  businessCalendarName: 'calendar',
}

/** Returns whether a property names an object whose existence the page can check. */
export function namesThing(name: string): boolean {
  return kinds[name] !== undefined
}

/** Lists the objects that a property may name. */
export function listThings(name: string, known: KnownThings): OfferedThing[] {
  const { forms, processes, decisions, emailTemplates, calendars } = known
  switch (kinds[name]) {
    case 'form':
      return [...forms.items]
    case 'process':
      return [...processes.items]
    case 'decision':
      return [...decisions.items]
    case 'template':
      return emailTemplates.items.map(({ name }) => ({ key: name, name }))
    case 'calendar':
      return calendars.items.map((calendar) => ({ key: calendar.name, name: calendar.name }))
    default:
      return []
  }
}

/** Returns the unknown name in a text; null when the name exists, or the list of existing names is not complete. */
export function findUnknownName(name: string, text: string, known: KnownThings): ThingKind | null {
  const kind = kinds[name]
  if (kind === undefined || text.trim() === '') return null
  const { isAll } = {
    form: known.forms,
    process: known.processes,
    decision: known.decisions,
    template: known.emailTemplates,
    calendar: known.calendars,
  }[kind]
  return isAll && !isListed(kind, listThings(name, known), text.trim()) ? kind : null
}

/** Templates are found by their names, however they are written. */
function isListed(kind: ThingKind, things: readonly OfferedThing[], text: string): boolean {
  const read = (key: string) => (kind === 'template' ? key.toLowerCase() : key)
  return things.some(({ key }) => read(key) === read(text))
}
