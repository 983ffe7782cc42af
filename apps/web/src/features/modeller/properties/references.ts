import { type Change, type ModdleElement, readModdleElement } from '@millrace/bpmn/moddle'
import type { Element } from 'bpmn-js/lib/model/Types'
import type { Translate } from '../../../lib/i18n.ts'
import type { DrawingSession } from '../editor/drawing-session.ts'
import { describeElement, describeKind } from './describe-element.ts'

export interface Reference {
  readonly element: ModdleElement
  readonly label: string
}

/** What is referred to stands among the roots of the file. */
const rootTypes: Readonly<Record<string, string>> = {
  messageRef: 'bpmn:Message',
  signalRef: 'bpmn:Signal',
  errorRef: 'bpmn:Error',
  escalationRef: 'bpmn:Escalation',
}

/** Lists the possible targets of a reference of the selected element. */
export function listReferences(session: DrawingSession, shown: Element, name: string, t: Translate): Reference[] {
  return listTargets(session, shown, name).map((element) => ({ element, label: describeTarget(element, t) }))
}

function listTargets(session: DrawingSession, shown: Element, name: string): ModdleElement[] {
  const type = rootTypes[name]
  if (type !== undefined) return listRoots(session).filter(({ $type }) => $type === type)
  const element = shown.businessObject as ModdleElement
  if (name === 'default') return (element.get('outgoing') as ModdleElement[] | undefined) ?? []
  if (name !== 'activityRef' && name !== 'assigneeOf') return []
  const wanted = name === 'assigneeOf' ? 'bpmn:UserTask' : 'bpmn:Activity'
  return listDrawn(session).filter((one) => one.$instanceOf?.(wanted))
}

/** Lists the drawn elements once, without their labels. */
export function listDrawn({ modeler }: DrawingSession): InstanceOf[] {
  const drawn = modeler.get('elementRegistry').getAll() as Element[]
  return [...new Set(drawn.map(({ businessObject }) => businessObject as InstanceOf))]
}

type InstanceOf = ModdleElement & { readonly $instanceOf?: (type: string) => boolean }

function listRoots({ definitions }: DrawingSession): ModdleElement[] {
  return (definitions.get('rootElements') as ModdleElement[] | undefined) ?? []
}

/** Describes the target of a reference. A flow without a name is described by its target. */
export function describeTarget(element: ModdleElement, t: Translate): string {
  const target = readModdleElement(element, 'targetRef')
  const name = String(element.get('name') ?? '')
  if (name === '' && target !== undefined) return `→ ${describeElement(target, t)}`
  return name === '' ? String(element.get('id')) : name
}

/** Plans a new message, signal, error or escalation with a unique name. */
export function planReference(
  session: DrawingSession,
  name: string,
  t: Translate,
): { made: ModdleElement; changes: Change[] } | null {
  const type = rootTypes[name]
  if (type === undefined) return null
  const roots = listRoots(session)
  const count = roots.filter(({ $type }) => $type === type).length
  const kind = describeKind({ $type: type } as ModdleElement, t)
  const made = session.create(type, { name: `${kind} ${count + 1}` })
  made.$parent = session.definitions
  return { made, changes: [{ element: session.definitions, properties: { rootElements: [...roots, made] } }] }
}
