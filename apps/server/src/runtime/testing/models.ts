/** Returns the BPMN file of a process in Camunda's dialect. `definitions` contains messages, signals and errors. */
export function bpmn(key: string, elements: string, { attributes = '', definitions = '' } = {}): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test">
  <message id="paid" name="paid"/><signal id="alarm" name="alarm"/><error id="failed" errorCode="failed"/>${definitions}
  <process id="${key}" name="${key} process" isExecutable="true" ${attributes}>${elements}</process>
</definitions>`
}

/** Returns sequence flows between elements, one after another. */
export function path(...ids: readonly string[]): string {
  return ids
    .slice(1)
    .map(
      (target, index) => `<sequenceFlow id="${ids[index]}-${target}" sourceRef="${ids[index]}" targetRef="${target}"/>`,
    )
    .join('')
}

/** Returns the BPMN file of a process with a start event, the given elements in sequence, and an end event. */
export function sequence(key: string, elements: Readonly<Record<string, string>>, more = ''): string {
  const ids = Object.keys(elements)
  return bpmn(
    key,
    `<startEvent id="start"/>${Object.values(elements).join('')}<endEvent id="end"/>${path('start', ...ids, 'end')}${more}`,
  )
}

export const unknownId = '00000000-0000-7000-8000-000000000000'
