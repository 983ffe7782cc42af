import type { ElementType, FlowElement, SequenceFlow } from '@millrace/bpmn'
import type { ElementInstance, ProcessInstance } from './state/rows.ts'
import type { Step } from './step.ts'

/**
 * What one kind of element does. The life of an element instance, the same for all kinds (`steps/enter.ts`,
 * `steps/leave.ts`):
 *
 * 1. A token arrives. With an asynchronous continuation before it, a job is made and the token waits.
 * 2. The row is made. Input mappings run, boundary events and event sub-processes begin to listen, `start` listeners run.
 * 3. `onEnter`. It either leaves the element waiting (a task, a job or a subscription was made, or children were
 *    entered) or calls `complete`.
 * 4. When a token inside has ended: `onPathEnd`, which by default completes the element with its last one.
 * 5. `complete`: `end` listeners and output mappings run, what listened is closed, the row goes. With an asynchronous
 *    continuation after it, a job is made.
 * 6. `selectFlows` says which flows are taken: by default every flow whose condition holds, else the default flow.
 *
 * An element that is interrupted skips 4 to 6: what is inside goes first, then `onCancel`, then its row.
 */
export interface Behavior<E extends FlowElement> {
  onEnter(step: Step, element: E, instance: ElementInstance): void
  /** Each time a path inside ends. Left out: the element completes with its last path. */
  onPathEnd?(step: Step, element: E, instance: ElementInstance): void
  onCancel?(step: Step, element: E, instance: ElementInstance): void
  /** Only joins: another token of the scope has ended or gone elsewhere, so there may be nothing left to wait for. */
  onOthersGone?(step: Step, element: E, scopeId: string): void
  selectFlows?(step: Step, element: E, instance: ElementInstance): readonly SequenceFlow[]
  /**
   * What it waited for outside is done: an external task, a job of work, compensation handlers. Left out: the element
   * completes.
   */
  onResume?(step: Step, element: E, instance: ElementInstance): void
  /** Only event-based gateways: the event behind one of its flows has happened. */
  onEventBehind?(step: Step, element: E, instance: ElementInstance, target: FlowElement): void
  /** Only call activities: the called instance has reached its end, its variables are still there. */
  onCalledEnd?(step: Step, element: E, instance: ElementInstance, called: ProcessInstance): void
}

export type Behaviors = { readonly [T in ElementType]: Behavior<Extract<FlowElement, { type: T }>> }
