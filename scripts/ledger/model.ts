import { process } from '@millrace/bpmn/builder'

/**
 * Returns a model with a task, automatic steps, and a task. The automatic steps are a counter, a timer and an HTTP
 * call.
 */
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
