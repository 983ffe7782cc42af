import { bpmn, path, sequence } from '../../../../runtime/testing/models.ts'

const task = (id: string, inside = '') => `<userTask id="${id}">${inside}</userTask>`
const many = (sequential: boolean, how = '<loopCardinality>3</loopCardinality>', attributes = '') =>
  `<multiInstanceLoopCharacteristics isSequential="${sequential}" ${attributes}>${how}</multiInstanceLoopCharacteristics>`
/** Artifacts are behind all other elements of their scope, and loops before them. */
const arrange = (inside: string) => {
  const artifacts = inside.match(/<association[^>]*>/g) ?? []
  return `${inside.replace(/<association[^>]*>/g, '')}${artifacts.join('')}`
}
const inSubProcess = (id: string, inside: string, before = '') =>
  `<subProcess id="${id}">${before}${arrange(inside)}</subProcess>`
const boundary = (id: string, host: string, definition: string, isInterrupting = true) =>
  `<boundaryEvent id="${id}" attachedToRef="${host}" cancelActivity="${isInterrupting}">${definition}</boundaryEvent>`
const undoneBy = (host: string, handler: string) =>
  `${boundary(`b-${handler}`, host, '<compensateEventDefinition/>')}<userTask id="${handler}" isForCompensation="true"/><association id="a-${handler}" sourceRef="b-${handler}" targetRef="${handler}"/>`
const throwing = '<intermediateThrowEvent id="undo"><compensateEventDefinition/></intermediateThrowEvent>'
const timer = (text: string, kind = 'timeDuration') =>
  `<timerEventDefinition><${kind}>${text}</${kind}></timerEventDefinition>`
const message = (name = 'paid') => `<messageEventDefinition messageRef="${name}"/>`
const signal = '<signalEventDefinition signalRef="alarm"/>'
const condition = (text: string) =>
  `<conditionalEventDefinition><condition xsi:type="tFormalExpression">${text}</condition></conditionalEventDefinition>`
const eventSubProcess = (id: string, definition: string, isInterrupting: boolean) =>
  `<subProcess id="${id}" triggeredByEvent="true"><startEvent id="${id}-start" isInterrupting="${isInterrupting}">${definition}</startEvent>${task(`${id}-task`)}<endEvent id="${id}-end"/>${path(`${id}-start`, `${id}-task`, `${id}-end`)}</subProcess>`
const external = (id: string, attributes = '', inside = '') =>
  `<serviceTask id="${id}" camunda:type="external" camunda:topic="${id}" ${attributes}>${inside}</serviceTask>`
const io = (parameters: string) =>
  `<extensionElements><camunda:inputOutput>${parameters}</camunda:inputOutput></extensionElements>`

/** Processes of the stories, by key. */
export const models: Readonly<Record<string, string>> = {
  'mi-sub': sequence('mi-sub', {
    each: inSubProcess(
      'each',
      `<startEvent id="s"/>${task('first')}${boundary('late', 'first', timer('P9D'))}${task('hurry')}${task('second')}<endEvent id="e"/>${path('s', 'first', 'second', 'e')}${path('late', 'hurry')}`,
      many(false),
    ),
    last: task('last'),
  }),
  'mi-until': sequence('mi-until', {
    work: task(
      'work',
      many(
        true,
        '<loopCardinality>${size}</loopCardinality><completionCondition xsi:type="tFormalExpression">${nrOfCompletedInstances == 3}</completionCondition>',
      ),
    ),
    last: task('last'),
  }),
  'mi-call': sequence('mi-call', {
    call: `<callActivity id="call" calledElement="mi-called"><extensionElements><camunda:in variables="all"/><camunda:in businessKey="#{execution.processBusinessKey}"/><camunda:out source="answer" target="answer"/></extensionElements>${many(false)}</callActivity>`,
    last: task('last'),
  }),
  'mi-called': sequence('mi-called', { work: task('work') }),
  'mi-async': sequence('mi-async', {
    work: task('work', many(false, '<loopCardinality>2</loopCardinality>', 'camunda:asyncBefore="true"')),
    last: task('last'),
  }),
  'mi-after': sequence('mi-after', {
    work: task('work', many(true, '<loopCardinality>2</loopCardinality>', 'camunda:asyncAfter="true"')),
    last: task('last'),
  }),
  'twice-triggered': sequence(
    'twice-triggered',
    { work: task('work'), last: task('last') },
    eventSubProcess('aside', message(), false),
  ),
  interrupted: sequence('interrupted', {
    sub: inSubProcess(
      'sub',
      `<startEvent id="s"/>${task('inner')}<endEvent id="e"/>${path('s', 'inner', 'e')}${eventSubProcess('instead', signal, true)}`,
    ),
    last: task('last'),
  }),
  'cycle-aside': sequence(
    'cycle-aside',
    { work: task('work'), last: task('last') },
    eventSubProcess('remind', timer('R3/PT1H', 'timeCycle'), false),
  ),
  'undo-many': sequence('undo-many', {
    each: inSubProcess(
      'each',
      `<startEvent id="s"/>${task('book')}${undoneBy('book', 'unbook')}<endEvent id="e"/>${path('s', 'book', 'e')}`,
      many(false, '<loopCardinality>2</loopCardinality>'),
    ),
    work: task('work'),
    undo: throwing,
    last: task('last'),
  }),
  'undo-sequence': sequence('undo-sequence', {
    each: inSubProcess(
      'each',
      `<startEvent id="s"/>${task('book')}${undoneBy('book', 'unbook')}<endEvent id="e"/>${path('s', 'book', 'e')}`,
      many(true, '<loopCardinality>2</loopCardinality>'),
    ),
    work: task('work'),
    undo: throwing,
    last: task('last'),
  }),
  'undo-one': sequence(
    'undo-one',
    {
      book: task('book', many(false, '<loopCardinality>2</loopCardinality>')),
      work: task('work'),
      undo: '<intermediateThrowEvent id="undo"><compensateEventDefinition activityRef="book"/></intermediateThrowEvent>',
      last: task('last'),
    },
    arrange(undoneBy('book', 'unbook')),
  ),
  'undo-by-event': sequence('undo-by-event', {
    sub: inSubProcess(
      'sub',
      `<startEvent id="s"/>${task('book')}<endEvent id="e"/>${path('s', 'book', 'e')}${eventSubProcess('revert', '<compensateEventDefinition/>', true)}`,
    ),
    work: task('work'),
    undo: throwing,
    last: task('last'),
  }),
  'undo-half': sequence(
    'undo-half',
    { one: task('one'), two: task('two'), undo: throwing, last: task('last') },
    arrange(undoneBy('one', 'un-one') + undoneBy('two', 'un-two')),
  ),
  'undo-nested': sequence('undo-nested', {
    outer: inSubProcess(
      'outer',
      `<startEvent id="s"/>${inSubProcess('nested', `<startEvent id="s2"/>${task('book')}${undoneBy('book', 'unbook')}<endEvent id="e2"/>${path('s2', 'book', 'e2')}`)}${task('pause')}<endEvent id="e"/>${path('s', 'nested', 'pause', 'e')}`,
    ),
    work: task('work'),
    undo: throwing,
    last: task('last'),
  }),
  chain: sequence(
    'chain',
    { call: '<callActivity id="call" calledElement="chain-2"/>', last: task('last') },
    `${boundary('caught', 'call', '<errorEventDefinition errorRef="failed"/>')}${task('after-error')}${path('caught', 'after-error')}`,
  ),
  'chain-2': sequence('chain-2', { 'call-2': '<callActivity id="call-2" calledElement="chain-3"/>' }),
  'chain-3': sequence('chain-3', { deep: external('deep'), rest: task('rest') }),
  'after-job': sequence('after-job', {
    work: '<userTask id="work" camunda:asyncAfter="true"/>',
    last: '<userTask id="last" camunda:asyncBefore="true"/>',
  }),
  'failed-work': sequence('failed-work', { ship: external('ship'), last: task('last') }),
  'failed-timer': sequence(
    'failed-timer',
    { work: task('work'), last: task('last') },
    `${boundary('late', 'work', timer('P1D'))}<serviceTask id="broken" camunda:expression="\${missing}"/>${path('late', 'broken')}`,
  ),
  'all-events': sequence(
    'all-events',
    { work: task('work'), last: task('last') },
    `${boundary('by-message', 'work', message(), false)}${task('on-message')}${path('by-message', 'on-message')}
     ${boundary('by-signal', 'work', signal, false)}${task('on-signal')}${path('by-signal', 'on-signal')}
     ${boundary('by-condition', 'work', condition('${amount > 5}'), false)}${task('on-condition')}${path('by-condition', 'on-condition')}
     ${boundary('by-timer', 'work', timer('R2/PT1H', 'timeCycle'), false)}${task('on-timer')}${path('by-timer', 'on-timer')}`,
  ),
  inclusive: bpmn(
    'inclusive',
    `<startEvent id="start"/><inclusiveGateway id="split"/>${task('a')}${task('b')}${task('c')}<inclusiveGateway id="join"/>${task('last')}<endEvent id="end"/>${path('start', 'split')}
     ${['a', 'b', 'c'].map((id) => `<sequenceFlow id="split-${id}" sourceRef="split" targetRef="${id}"><conditionExpression xsi:type="tFormalExpression">\${${id}}</conditionExpression></sequenceFlow><sequenceFlow id="${id}-join" sourceRef="${id}" targetRef="join"/>`).join('')}${path('join', 'last', 'end')}`,
  ),
  'three-tokens': bpmn(
    'three-tokens',
    `<startEvent id="start"/><parallelGateway id="split"/>${task('a')}${task('b')}${task('c')}<parallelGateway id="join"/>${task('last')}<endEvent id="end"/>${path('start', 'split')}
     ${['a', 'b', 'c'].map((id) => `<sequenceFlow id="split-${id}" sourceRef="split" targetRef="${id}"/><sequenceFlow id="${id}-join" sourceRef="${id}" targetRef="join"/>`).join('')}${path('join', 'last', 'end')}`,
  ),
  'event-choice': sequence('event-choice', {
    each: inSubProcess(
      'each',
      `<startEvent id="s"/><eventBasedGateway id="choice"/><intermediateCatchEvent id="on-signal">${signal}</intermediateCatchEvent><intermediateCatchEvent id="on-timer">${timer('P9D')}</intermediateCatchEvent>${task('got')}${task('late')}${path('s', 'choice', 'on-signal', 'got')}${path('choice', 'on-timer', 'late')}`,
      many(false, '<loopCardinality>2</loopCardinality>'),
    ),
    last: task('last'),
  }),
  cancelled: sequence(
    'cancelled',
    {
      deal: `<transaction id="deal">${arrange(`<startEvent id="s"/>${task('pay')}${undoneBy('pay', 'refund')}${task('agree')}<endEvent id="off"><cancelEventDefinition/></endEvent>${path('s', 'pay', 'agree', 'off')}`)}</transaction>`,
      last: task('last'),
    },
    `${boundary('is-off', 'deal', '<cancelEventDefinition/>')}${task('after-cancel')}${path('is-off', 'after-cancel')}`,
  ),
  escalated: sequence(
    'escalated',
    {
      sub: inSubProcess(
        'sub',
        `<startEvent id="s"/>${task('ask')}<intermediateThrowEvent id="up"><escalationEventDefinition escalationRef="esc"/></intermediateThrowEvent>${task('inner')}${path('s', 'ask', 'up', 'inner')}`,
      ),
      last: task('last'),
    },
    `${boundary('heard', 'sub', '<escalationEventDefinition escalationRef="esc"/>', false)}${task('help')}${path('heard', 'help')}`,
  ).replace('<process', '<escalation id="esc" escalationCode="esc"/><process'),
  mapped: sequence('mapped', {
    sub: inSubProcess(
      'sub',
      `<startEvent id="s"/>${task('work', io('<camunda:inputParameter name="local">${inner}</camunda:inputParameter><camunda:outputParameter name="seen">${local}</camunda:outputParameter>'))}<endEvent id="e"/>${path('s', 'work', 'e')}`,
      io(
        '<camunda:inputParameter name="inner">${amount * 2}</camunda:inputParameter><camunda:outputParameter name="doubled">${inner + 1}</camunda:outputParameter>',
      ),
    ),
    last: task('last'),
  }),
  'late-condition': sequence(
    'late-condition',
    { work: task('work'), last: task('last') },
    eventSubProcess('rich', condition('${amount > 100}'), true),
  ),
  looped: bpmn(
    'looped',
    `<startEvent id="start"/><exclusiveGateway id="again"/>${task('work')}<exclusiveGateway id="more" default="done"/>${task('last')}<endEvent id="end"/>${path('start', 'again', 'work', 'more')}<sequenceFlow id="back" sourceRef="more" targetRef="again"><conditionExpression xsi:type="tFormalExpression">\${more}</conditionExpression></sequenceFlow><sequenceFlow id="done" sourceRef="more" targetRef="last"/>${path('last', 'end')}`,
  ),
  terminated: sequence('terminated', {
    sub: inSubProcess(
      'sub',
      `<startEvent id="s"/><parallelGateway id="both"/>${task('stay')}${task('leave')}<endEvent id="all"><terminateEventDefinition/></endEvent>${path('s', 'both', 'stay')}${path('both', 'leave', 'all')}`,
    ),
    last: task('last'),
  }),
  'wait-many': sequence('wait-many', {
    got: `<receiveTask id="got" messageRef="paid">${many(false, '<loopCardinality>2</loopCardinality>')}</receiveTask>`,
    last: task('last'),
  }),
  'work-many': sequence('work-many', {
    'ship-many': external('ship-many', '', many(false)),
    last: task('last'),
  }),
  'mi-in-mi': sequence('mi-in-mi', {
    outer: inSubProcess(
      'outer',
      `<startEvent id="s"/>${task('inner', many(false, '<loopCardinality>2</loopCardinality>'))}<endEvent id="e"/>${path('s', 'inner', 'e')}`,
      many(true, '<loopCardinality>2</loopCardinality>'),
    ),
    last: task('last'),
  }),
}
