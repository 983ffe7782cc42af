import type { Activity, ElementType, FlowElement, MultiInstance, SequenceFlow, StandardLoop } from '@millrace/bpmn'
import type { Definition } from './definition.ts'
import type { ElementInstance, ProcessInstance } from './state/rows.ts'
import type { Step } from './step.ts'

/**
 * The behaviour of one kind of element. The life of an element instance, the same for all kinds (`steps/life/enter.ts`,
 * `steps/life/leave.ts`):
 *
 * 1. A token arrives. With an asynchronous continuation before it, a job is created and the token waits.
 * 2. The row is created. Input mappings run, boundary events and event sub-processes begin to listen, `start` listeners
 *    run.
 * 3. `onEnter`. It either leaves the element waiting (a task, a job or a subscription was created, or children were
 *    entered) or calls `complete`.
 * 4. When a token inside has ended: `onPathEnd`, which completes the element with its last one.
 * 5. `complete`: `end` listeners and output mappings run, its subscriptions are closed, and the row is deleted. With an
 *    asynchronous continuation after it, a job is created.
 * 6. `selectFlows` says which flows are taken: by default every flow whose condition holds, else the default flow.
 *
 * An element that is interrupted skips 4 to 6: its content is cancelled first, then `onCancel` runs, then its row is
 * deleted.
 */
export interface Behavior<E extends FlowElement> {
  onEnter(step: Step, element: E, instance: ElementInstance): void
  /** Only for elements with paths inside: called each time one of these paths ends. */
  onPathEnd?(step: Step, element: E, instance: ElementInstance): void
  /** Called before the element is interrupted. Ends content other than element instances. */
  onInterrupt?(step: Step, element: E, instance: ElementInstance): void
  onCancel?(step: Step, element: E, instance: ElementInstance): void
  /** Only for joins: called when another token of the scope has ended or moved, so the join may be complete. */
  onOthersGone?(step: Step, element: E, scopeId: string): void
  selectFlows?(step: Step, element: E, instance: ElementInstance): readonly SequenceFlow[]
  /**
   * Only for elements that wait for work outside: called when the external task, job or compensation handlers are done.
   */
  onResume?(step: Step, element: E, instance: ElementInstance): void
  /** Only for event-based gateways: called when the event after one of its flows has happened. */
  onEventBehind?(step: Step, element: E, instance: ElementInstance, target: FlowElement): void
  /** Only for call activities: called when the called instance has ended, while its variables still exist. */
  onCalledEnd?(step: Step, element: E, instance: ElementInstance, called: ProcessInstance): void
  /** Whether Camunda gives the element its own execution, which only shows in execution ids. Missing: no. */
  hasExecution?(element: E): boolean
  /** Whether tokens of the element wait for others that can still arrive, as at an inclusive join. Missing: no. */
  waitsForOthers?(element: E): boolean
  /** Returns whether the element ends its scope, so that nothing else continues in it. Default: false. */
  endsScope?(element: E): boolean
  /** Whether the element ends the path that reaches it, also in history. */
  readonly endsPath?: true
  /** Whether the element waits for a trigger through the API, or can be continued by one. */
  readonly canBeSignalled?: true
}

/** The behaviour of an activity with loop characteristics around its runs. */
export interface LoopBehavior<L extends Loop> {
  /** Called when the body has been created and its boundary events wait. */
  onEnter(step: Step, within: LoopBody<L>): void
  onRunEnd(step: Step, within: LoopBody<L>, run: ElementInstance): void
  /** The next portion of runs. @param next the index of the first. */
  onMoreRuns?(step: Step, within: LoopBody<L>, next: number): void
  /** A run that waited for its job begins. */
  onRunBegin?(step: Step, loop: L, run: ElementInstance): void
  /** A run has done its work, and its variables are still there. */
  onRunDone?(step: Step, loop: L, run: ElementInstance): void
}

type Loop = MultiInstance | StandardLoop

/** An activity that runs several times: a body holds the counters and the boundary events, each run is inside it. */
export interface LoopBody<L extends Loop = Loop> {
  readonly definition: Definition
  readonly element: Activity
  readonly loop: L
  readonly body: ElementInstance
}

/** All behaviours. They are part of the step, so that shared code never imports an element. */
export interface Behaviors {
  readonly elements: { readonly [T in ElementType]: Behavior<Extract<FlowElement, { type: T }>> }
  readonly loops: { readonly [K in Loop['kind']]: LoopBehavior<Extract<Loop, { kind: K }>> }
  /** The behaviour of a skipped activity. */
  readonly skipped: Behavior<FlowElement>
}

/**
 * Returns the behaviour of an element. A behaviour takes elements of its own type, which TypeScript cannot derive from
 * the look-up.
 */
export function behaviorOf({ behaviors }: Step, element: FlowElement): Behavior<FlowElement> {
  return behaviors.elements[element.type] as Behavior<FlowElement>
}

export function loopBehaviorOf({ behaviors }: Step, loop: Loop): LoopBehavior<Loop> {
  return behaviors.loops[loop.kind] as LoopBehavior<Loop>
}
