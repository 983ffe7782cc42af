import type { ModdleElement } from '@millrace/bpmn/moddle'
import { modellerTexts } from '@millrace/contract/modeller-texts'
import { presentType } from '../../../components/bpmn-diagram/present-type.ts'
import type { Translate } from '../../../lib/i18n.ts'

const { kinds } = modellerTexts.modeller

/** Returns the name of an element for users, otherwise its kind. */
export function describeElement(element: ModdleElement, t: Translate): string {
  const name = String(element.get('name') ?? element.get('text') ?? '').trim()
  return name === '' ? describeKind(element, t) : name
}

export function describeKind({ $type }: ModdleElement, t: Translate): string {
  const name = toLocalName($type)
  return name in kinds ? t(`modeller.kinds.${name as keyof typeof kinds}`) : presentType(name, t)
}

/** Returns the local name of a type: `bpmn:UserTask` becomes `userTask`. */
export function toLocalName(type: string): string {
  const name = type.replace(/^.*:/, '')
  return name.charAt(0).toLowerCase() + name.slice(1)
}
