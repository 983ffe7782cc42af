/** Labels of more than 40 characters that are given word for word by the specification or by a modelling tool. */
export const longLabels: ReadonlySet<string> = new Set([
  // Menus of elements, by bpmn-js.
  'Append conditional intermediate catch event',
  'Conditional boundary event (non-interrupting)',
  'Conditional start event (non-interrupting)',
  'Escalation boundary event (non-interrupting)',
  'Escalation start event (non-interrupting)',
  'Event-based gateway that starts instances',
  'Message boundary event (non-interrupting)',
  'Parallel event-based gateway that starts instances',
  // The editor of decision tables, by dmn-js.
  'Editing not supported for set expression language',
  // Section 8 of the specification: the error catalogue.
  'Please select a theme to edit or create new theme',
  'Please upload at least one file in dropzone',
])
