import type { DifferenceKind, ElementDifference, PropertyDifference, PropertyValue } from '@millrace/bpmn/compare'
import { modellerTexts } from '@millrace/contract/modeller-texts'
import type { Translate } from '../../lib/i18n.ts'
import { presentType } from '../bpmn-diagram/present-type.ts'

const { kinds, properties, comparison } = modellerTexts.modeller

/** A sign beside the name of each kind of difference, so that it is not shown by colour alone. */
export const signs = { added: '+', removed: '−', changed: '≠', moved: '↔' } as const satisfies Record<
  DifferenceKind,
  string
>

export function nameElement({ type, name }: ElementDifference, t: Translate): string {
  return name ?? presentKind(type, t)
}

/** Returns the name of an element type: `userTask` is a user task. */
export function presentKind(type: string, t: Translate): string {
  if (type === 'definitions') return t('modeller.comparison.file')
  return type in kinds ? t(`modeller.kinds.${type as keyof typeof kinds}`) : presentType(type, t)
}

/** Presents a path as `Form › Field “amount” › Label`. */
export function presentPath(path: PropertyDifference['path'], t: Translate): string {
  return path
    .map(({ name, item }) => (item === null ? presentName(name, t) : `${presentName(name, t)} “${item}”`))
    .join(' › ')
}

function presentName(name: string, t: Translate): string {
  if (name in comparison.words) return t(`modeller.comparison.words.${name as keyof typeof comparison.words}`)
  if (name in properties) return t(`modeller.properties.${name as keyof typeof properties}`)
  return name in kinds ? t(`modeller.kinds.${name as keyof typeof kinds}`) : name
}

/** Presents both values of a difference. When their names are equal, the ids are added. */
export function presentSides({ path, before, after }: PropertyDifference, t: Translate): [string, string] {
  const name = path.at(-1)?.name ?? ''
  const isOneName = before?.leadsTo !== undefined && before.leadsTo === after?.leadsTo
  return [presentSide(before, name, isOneName, t), presentSide(after, name, isOneName, t)]
}

function presentSide(value: PropertyValue | null, name: string, withId: boolean, t: Translate): string {
  if (value === null) return '–'
  return withId ? `${value.leadsTo ?? ''} (${value.text ?? ''})` : presentValue(value, name, t)
}

function presentValue({ text, leadsTo, parts }: PropertyValue, name: string, t: Translate): string {
  const own = leadsTo ?? presentText(text, name, t)
  const inside = parts.map(({ name: part, item, value }) => {
    const shown = presentValue(value, part, t)
    return item === null ? `${presentName(part, t)}: ${shown}` : `${presentName(part, t)} “${item}”: ${shown}`
  })
  // What has nothing in it is there: that is all there is to say.
  const all = [...(own === '' ? [] : [own]), ...inside]
  return all.length === 0 ? t('modeller.comparison.there') : all.join('; ')
}

function presentText(text: string | null, name: string, t: Translate): string {
  if (text === null || text === '') return ''
  if (text === 'true') return t('modeller.comparison.yes')
  if (text === 'false') return t('modeller.comparison.no')
  return name === 'elementType' ? presentKind(text, t) : text
}
