import { listProperties, type ModdleElement, readModdleAttribute } from '@millrace/bpmn/moddle'
import type { KnownThings } from './known-things.ts'

export interface UnknownThing {
  readonly elementId: string
  readonly kind: 'form' | 'group'
  readonly name: string
}

const kinds: Readonly<Record<string, UnknownThing['kind']>> = {
  formRef: 'form',
  candidateGroups: 'group',
  candidateStarterGroups: 'group',
}

/** Forms and groups that a drawing names and the page was told nothing of. What is worked out at run time is none. */
export function findUnknown(elements: readonly ModdleElement[], known: KnownThings): UnknownThing[] {
  const names = { form: toSet(known.forms), group: toSet(known.groups) }
  return elements.flatMap((element) =>
    listProperties(element.$type).flatMap(({ property }) => {
      const kind = kinds[property.name]
      const there = kind === undefined ? null : names[kind]
      if (kind === undefined || there === null || property.place !== 'extension') return []
      const text = readModdleAttribute(element, { ...property, place: property.place }) ?? ''
      if (/^=|[$#]\{/.test(text.trim())) return []
      const parts = kind === 'group' ? text.split(',') : [text]
      return parts
        .map((part) => part.trim())
        .filter((part) => part !== '' && !there.has(part))
        .map((name) => ({ elementId: String(element.get('id')), kind, name }))
    }),
  )
}

function toSet(names: readonly string[] | null): ReadonlySet<string> | null {
  return names === null ? null : new Set(names)
}
