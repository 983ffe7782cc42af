import { process } from '@millrace/bpmn/builder'

/** A task, then everything that the server does by itself: a step that counts, a timer and a call to the outside; then a task. */
export function ledgerModel(shopUrl: string): string {
  const fields = { requestMethod: 'POST', requestUrl: `${shopUrl}/\${order}` }
  const inside = Object.entries(fields)
    .map(
      ([name, value]) =>
        `<flowable:field name="${name}"><flowable:expression><![CDATA[${value}]]></flowable:expression></flowable:field>`,
    )
    .join('')
  return process('ledger', {}, 'flowable')
    .start()
    .userTask('first')
    .serviceTask('count', {
      'flowable:async': true,
      'flowable:expression': '${count + 1}',
      'flowable:resultVariable': 'count',
    })
    .element('intermediateCatchEvent', 'wait', {
      inside: '<timerEventDefinition><timeDuration>PT1S</timeDuration></timerEventDefinition>',
    })
    .serviceTask('order', {
      'flowable:type': 'http',
      inside: `<extensionElements>${inside}</extensionElements>`,
    })
    .userTask('second')
    .end()
    .toXml()
}
