import type { ModelProblem } from './model.ts'

/** All codes of errors and warnings about models, with their meaning. The message of a problem has the details. */
export const problemCodes = {
  // the file
  'xml.malformed': 'The file is not well-formed XML.',
  'xml.doctype': 'The file declares a document type, which may hide entities.',
  'xml.too-large': 'The file is larger than allowed.',
  'xml.too-deep': 'Elements are nested deeper than allowed.',
  'xml.too-many-elements': 'The file has more elements and comments than allowed.',
  'xml.too-many-attributes': 'An element has more attributes than allowed.',
  'bpmn.not-definitions': 'The root element is not the definitions of BPMN 2.0.',
  'bpmn.no-process': 'The file has no process.',
  'bpmn.unknown-element': 'An element is in the BPMN namespace, but BPMN 2.0 has no element with this name.',
  'bpmn.unknown-attribute':
    'An attribute without a prefix does not belong to BPMN 2.0, or a millrace attribute is not known.',
  'bpmn.misplaced-element': 'A flow element is in a position where it is not allowed.',
  'bpmn.id-duplicate': 'Two elements share an id.',
  'bpmn.id-invalid': 'An id is not a name that XML allows.',
  'bpmn.id-missing': 'An element that others must refer to has no id.',
  'bpmn.id-too-long': 'An id or name is longer than 255 characters.',
  'bpmn.not-executable': 'A process is not marked as executable, so it is not deployed.',
  'bpmn.executable-assumed': 'A process does not say whether it is executable.',
  'bpmn.reference-unknown': 'A reference names an element that does not exist.',
  'bpmn.reference-missing': 'A required reference is missing.',
  'bpmn.value-invalid': 'An attribute has a value that is not allowed.',
  'bpmn.unsupported': 'The model uses an element or attribute that is not supported.',
  'bpmn.needs-binding': 'The model names Java code, which needs a binding before it can run.',
  'bpmn.name-missing': 'A message, signal or data object has no name.',
  'bpmn.name-duplicate': 'Two signals, or two processes, share a name or key.',
  // structure
  'flow.source': 'A sequence flow does not begin at a flow node.',
  'flow.target': 'A sequence flow does not end at a flow node.',
  'flow.scope': 'A sequence flow crosses the border of a sub-process.',
  'flow.not-allowed': 'A sequence flow begins or ends at an element that may have none.',
  'flow.default': 'The default flow is not an outgoing flow of its element.',
  'flow.condition-on-default': 'The default flow has a condition, which is never evaluated.',
  'flow.condition-missing': 'A flow out of an exclusive gateway has no condition and is not the default.',
  'flow.condition-ignored': 'A flow has a condition that is never evaluated because of its gateway.',
  'flow.condition-single': 'The only flow out of an exclusive gateway has a condition.',
  'gateway.no-outgoing': 'A gateway has no outgoing flow.',
  'gateway.event-target': 'An event-based gateway leads to something that does not wait for an event.',
  'start.none': 'A process or sub-process has no start event.',
  'start.several-none': 'There is more than one start event without a trigger.',
  'start.duplicate': 'Two start events wait for the same event.',
  'start.sub-process': 'A start event of an embedded sub-process has an event definition.',
  'start.expression':
    'The name of a message or signal that starts a process is an expression, but there are no variables yet.',
  'event-sub-process.start': 'An event sub-process needs exactly one start event, with an event definition.',
  'event.definition-not-allowed':
    'An event definition is in a position where BPMN 2.0, table 10.93, does not allow it.',
  'event.definition-missing': 'A catching event has no event definition.',
  'event.must-interrupt': 'An event that must interrupt is marked as non-interrupting.',
  'event.timer': 'A timer has no date, duration or cycle.',
  'event.condition': 'A conditional event has no condition.',
  'event.error-code': 'An error that is thrown has no code, or its code is empty.',
  'event.escalation-code': 'An escalation that is thrown has no code.',
  'event.link': 'A link has no partner, or more than one.',
  'event.cancel': 'A cancel event is outside a transaction.',
  'boundary.attachment': 'A boundary event is not attached to an activity of its scope.',
  'boundary.duplicate': 'An activity has two boundary events that catch the same event.',
  'compensation.activity': 'A compensation event names an activity that cannot be compensated.',
  'compensation.handler': 'A compensation boundary event is not joined to one compensation handler.',
  'compensation.flow': 'A compensation handler has a sequence flow.',
  'activity.loop': 'A multi-instance activity has neither a cardinality nor a collection, or a loop has no end.',
  'activity.ad-hoc': 'An ad-hoc sub-process has nothing that can be started in it, or a start or end event.',
  'activity.call': 'A call activity does not name the process that it calls.',
  'activity.decision': 'A business rule task does not name a decision.',
  'activity.script': 'A script is empty.',
  'activity.adapter': 'The call of an adapter is incomplete.',
  'activity.implementation': 'A task has no implementation.',
  'activity.topic': 'An external task has no topic.',
  'activity.binding': 'The binding needs a version or tag, but it is missing.',
  'activity.mapping': 'A variable mapping has no source or no target.',
  'activity.assignee': 'A user task has its assignee twice.',
  'activity.candidates': 'A task for the candidate with the fewest open tasks has no candidates.',
  'activity.nobody': 'A user task has no assignee and no candidates, or only a rule that may find no user.',
  'activity.form': 'A form is given in two ways, or its binding is unknown.',
  'listener.event': 'A listener has no event, or one that does not exist.',
  'listener.implementation': 'A listener has no implementation.',
  'listener.timer': 'A timeout listener has no timer or no id.',
  'io.not-allowed': 'An input or output mapping is in a position where it is not allowed.',
  'element.unreachable': 'No sequence flow leads to an element.',
} as const satisfies Record<string, string>

/** All codes of errors and warnings about texts in models, in addition to those of structure. */
export const textFaultCodes = {
  'expression.invalid': 'An expression, condition or script is not valid. The message gives the position in the text.',
  'expression.language': 'An expression or script is in a language that is not supported.',
  'expression.unknown-function': 'An expression calls an unknown function.',
  'timer.invalid': 'A timer, due date or retry cycle is not a valid time.',
} as const satisfies Record<string, string>

export type TextFaultCode = keyof typeof textFaultCodes
export type ProblemCode = keyof typeof problemCodes
export type Severity = ModelProblem['severity']

/** A problem that a check has found, before its position in the file is known. */
export interface Finding {
  readonly code: ProblemCode
  /** `error` unless stated. */
  readonly severity?: Severity
  readonly elementId: string | null
  /** Expected …, but …. */
  readonly message: string
}
