/** A process model around the given elements, for tests. */
export function bpmn(elements: string, { id = 'process', definitions = '', dialect = 'camunda' } = {}): string {
  const uri = { camunda: 'http://camunda.org/schema/1.0/bpmn', flowable: 'http://flowable.org/bpmn' }[dialect]
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:${dialect}="${uri}" id="definitions" targetNamespace="test">
${definitions}
<process id="${id}" isExecutable="true">${elements}</process>
</definitions>`
}
