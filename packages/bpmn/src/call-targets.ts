import type { Binding, ExpressionText, ProcessModel } from './model.ts'

/** The process, case or decision that an element of a model calls. */
export interface CallTarget {
  readonly elementId: string
  readonly kind: 'process' | 'case' | 'decision'
  /** The key if it is `literal`; otherwise it is only known at run time. */
  readonly ref: ExpressionText
  readonly binding: Binding
}

/** Returns everything that a model calls, in document order. */
export function listCallTargets(model: ProcessModel): CallTarget[] {
  return Object.values(model.elements).flatMap((element): CallTarget[] => {
    if (element.type === 'callActivity' && element.calledElement !== null) {
      const kind = element.isCase ? 'case' : 'process'
      return [{ elementId: element.id, kind, ref: element.calledElement, binding: element.binding }]
    }
    if ('implementation' in element && element.implementation.kind === 'decision') {
      const { ref, binding } = element.implementation.decision
      return [{ elementId: element.id, kind: 'decision', ref, binding }]
    }
    return []
  })
}
