import { describe, expect, it } from 'vitest'
import { sequence } from '../testing/models.ts'
import { createRestTest, type Json } from '../testing/rest-test.ts'

const { rest, stranger } = await createRestTest()

const rule = (id: string, input: string, output: string) =>
  `<rule id="${id}"><inputEntry id="${id}-i"><text>${input}</text></inputEntry><outputEntry id="${id}-o"><text>${output}</text></outputEntry></rule>`
const table = (
  key: string,
  hitPolicy: string,
  rules: string,
  { input = 'amount', type = 'integer', requires = '' } = {},
) =>
  `<decision id="${key}" name="${key} decision">${requires}<decisionTable id="${key}-table" hitPolicy="${hitPolicy}">
    <input id="${key}-in" label="In"><inputExpression id="${key}-text" typeRef="${type}"><text>${input}</text></inputExpression></input>
    <output id="${key}-out" name="${key}Result" typeRef="string"/>${rules}</decisionTable></decision>`
const dmn = (decisions: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="rules" name="Rules" namespace="test">${decisions}</definitions>`

const size = table('size', 'UNIQUE', rule('small', '&lt; 10', '"small"') + rule('big', '&gt;= 10', '"big"'))
const route = table('route', 'UNIQUE', rule('desk', '"small"', '"desk"') + rule('board', '"big"', '"board"'), {
  input: 'sizeResult',
  type: 'string',
  requires: '<informationRequirement id="need"><requiredDecision href="#size"/></informationRequirement>',
})
const all = table(
  'all',
  'COLLECT',
  rule('one', '&gt; 0', '"one"') + rule('two', '&gt; 0', '"two"') + rule('three', '&lt; 0', '"three"'),
)
const twice = table('twice', 'UNIQUE', rule('a', '&gt; 0', '"a"') + rule('b', '&gt; 0', '"b"'))
const deployed = await rest.deploy({
  'rules.dmn': dmn(size + route + all + twice),
  'deciding.bpmn': sequence('deciding', {
    decide:
      '<businessRuleTask id="decide" camunda:decisionRef="route" camunda:resultVariable="way" camunda:mapDecisionResult="singleEntry"/>',
    t: '<userTask id="t"/>',
  }),
})
expect(deployed.status, JSON.stringify(deployed.body)).toBe(200)

const evaluate = (key: string, amount: unknown, who = rest) =>
  who.post(`/decision-definition/key/${key}/evaluate`, {
    variables: amount === undefined ? {} : { amount: { value: amount, type: 'Integer' } },
  })

describe('a decision', () => {
  it('is found by id and key, with its XML', async () => {
    const { body } = await rest.get('/decision-definition/key/size')
    expect(body).toMatchObject({
      key: 'size',
      name: 'size decision',
      version: 1,
      resource: 'rules.dmn',
      decisionRequirementsDefinitionKey: 'rules',
    })
    expect((await rest.get(`/decision-definition/${body.id}/xml`)).body.dmnXml).toContain('id="size"')
    const letters = Buffer.from(
      '<?xml version="1.0" encoding="windows-1252"?><definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="d" name="Größen" namespace="n"><decision id="letters" name="Größe"><literalExpression><text>1</text></literalExpression></decision></definitions>',
      'latin1',
    )
    expect((await rest.deploy({ 'letters.dmn': letters })).status).toBe(200)
    expect((await rest.get('/decision-definition/key/letters/xml')).body.dmnXml).toContain('name="Größe"')
    expect((await rest.get('/decision-definition', { keyLike: 'r%', latestVersion: 'true' })).body).toMatchObject([
      { key: 'route' },
    ])
    expect((await rest.get('/decision-definition/key/nothing')).status).toBe(404)
    for (const way of ['', '/xml'])
      expect((await stranger.get(`/decision-definition/${body.id}${way}`)).status).toBe(404)
    expect((await stranger.get('/decision-definition')).body).toEqual([])
    const { body: requirements } = await rest.get('/decision-requirements-definition/key/rules')
    expect(requirements).toMatchObject({ key: 'rules', name: 'Rules' })
    expect((await stranger.get(`/decision-requirements-definition/${requirements.id}`)).status).toBeGreaterThanOrEqual(
      400,
    )
  })

  // DMN15.xsd, tDMNElement: the attribute id is optional. Camunda refuses it (`DmnTransformLogger.decisionIdIsMissing`).
  it('without an id is found and evaluated by its name, by a process too', async () => {
    const logic = '<literalExpression><text>amount * 2</text></literalExpression>'
    const deployment = await rest.deploy({
      'nameless.dmn': dmn(`<decision name="Loan rate"><variable name="rate"/>${logic}</decision>`),
      'lending.bpmn': sequence('lending', {
        decide:
          '<businessRuleTask id="decide" camunda:decisionRef="Loan rate" camunda:resultVariable="rate" camunda:mapDecisionResult="singleEntry"/>',
        t: '<userTask id="t"/>',
      }),
    })
    expect(deployment.status, JSON.stringify(deployment.body)).toBe(200)
    expect((await rest.get('/decision-definition/key/Loan%20rate')).body).toMatchObject({ name: 'Loan rate' })
    expect((await evaluate('Loan%20rate', 4)).body).toMatchObject([{ rate: { value: 8 } }])
    const { body } = await rest.post('/process-definition/key/lending/start', {
      variables: { amount: { value: 5, type: 'Integer' } },
    })
    expect((await rest.get(`/process-instance/${body.id}/variables/rate`)).body.value).toBe(10)
  })

  it('is evaluated with what it requires, a rule for each that counts', async () => {
    expect((await evaluate('size', 3)).body).toEqual([
      { sizeResult: { value: 'small', type: 'String', valueInfo: {} } },
    ])
    expect((await evaluate('route', 30)).body).toMatchObject([{ routeResult: { value: 'board' } }])
    expect((await evaluate('all', 1)).body.map((one: Json) => one.allResult.value)).toEqual(['one', 'two'])
    expect((await evaluate('all', undefined)).body).toEqual([])
  })

  it('is refused when it is not there, not unique or given what is wrong', async () => {
    expect((await evaluate('nothing', 1)).status).toBe(404)
    expect((await evaluate('size', 1, stranger)).status).toBe(404)
    expect((await evaluate('size', 'x')).status).toBe(400)
    const { status, body } = await evaluate('twice', 1)
    expect([status, body.type]).toEqual([400, 'RestException'])
  })
})

describe('a picture of a decision', () => {
  it('is shown where one was deployed with its file', async () => {
    const one = (id: string) =>
      `<decision id="${id}" name="${id}"><literalExpression><text>1</text></literalExpression></decision>`
    const file = `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="drawnDrd" name="drawn" namespace="t">${one('drawnA')}${one('drawnB')}</definitions>`
    const { status } = await rest.deploy({
      'drawn.dmn': file,
      'drawn.drawnA.png': 'one',
      'drawn.drawnDrd.png': 'graph',
    })
    expect(status).toBe(200)
    const shown = async (path: string) => {
      const answer = await rest.get(`/${path}/diagram`)
      return [answer.status, answer.headers['content-type'] ?? null, answer.headers['content-length']]
    }
    expect(await shown('decision-definition/key/drawnA')).toEqual([200, 'image/png', '3'])
    expect((await shown('decision-definition/key/drawnB'))[0]).toBe(204)
    expect(await shown('decision-requirements-definition/key/drawnDrd')).toEqual([200, 'image/png', '5'])
    expect((await shown('decision-definition/key/nothing'))[0]).toBe(404)
  })
})

describe('the history of decisions', () => {
  it('has nothing of variables that are never stored', async () => {
    const out = '<flowable:out sourceExpression="${2}" target="gone" transient="true"/>'
    const input =
      '<camunda:inputOutput><camunda:inputParameter name="kept">1</camunda:inputParameter></camunda:inputOutput>'
    const fleeting = sequence('fleeting', {
      s: `<scriptTask id="s" scriptFormat="juel"><extensionElements>${out}</extensionElements><script>\${true}</script></scriptTask>`,
      t: '<userTask id="t"/>',
    })
      .replaceAll('http://camunda.org/schema/1.0/bpmn', 'http://flowable.org/bpmn')
      .replaceAll('camunda:', 'flowable:')
      .replaceAll('xmlns:camunda', 'xmlns:flowable')
    const loop = sequence('everyone', {
      decide: `<businessRuleTask id="decide" camunda:decisionRef="route" camunda:resultVariable="ways" camunda:mapDecisionResult="singleEntry"><extensionElements>${input}</extensionElements><multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics></businessRuleTask>`,
      t: '<userTask id="t"/>',
    })
    const { status, body: made } = await rest.deploy({ 'fleeting.bpmn': fleeting, 'everyone.bpmn': loop })
    expect(status, JSON.stringify(made)).toBe(200)
    const amount = { value: 12, type: 'Integer' }
    const secret = { value: 'x', type: 'String', valueInfo: { transient: true } }
    for (const key of ['deciding', 'everyone', 'fleeting']) {
      const { body } = await rest.post(`/process-definition/key/${key}/start`, { variables: { amount, secret } })
      const names = async (path: string) => {
        const rows = (await rest.get(path, { processInstanceId: body.id })).body
        return new Set(rows.flatMap((row: Json) => row.name ?? row.variableName ?? []))
      }
      for (const path of ['/history/variable-instance', '/history/detail', '/variable-instance'])
        for (const name of ['secret', 'decisionResult', 'gone'])
          expect([key, path, ...(await names(path))]).not.toContain(name)
      expect(await names('/history/variable-instance')).toContain('amount')
    }
  })

  it('has the inputs, the outputs and the rules that fired, of those that were required too', async () => {
    const { body: instance } = await rest.post('/process-definition/key/deciding/start', {
      variables: { amount: { value: 12, type: 'Integer' } },
    })
    expect((await rest.get(`/process-instance/${instance.id}/variables/way`)).body.value).toBe('board')
    const query = { processInstanceId: instance.id, includeInputs: 'true', includeOutputs: 'true' }
    const { body: evaluations } = await rest.get('/history/decision-instance', query)
    const byKey = new Map<string, Json>(evaluations.map((one: Json) => [one.decisionDefinitionKey, one]))
    expect([...byKey.keys()].sort()).toEqual(['route', 'size'])
    expect(byKey.get('route')).toMatchObject({
      activityId: 'decide',
      processDefinitionKey: 'deciding',
      rootDecisionInstanceId: null,
      inputs: [{ clauseId: 'route-in', clauseName: 'In', value: 'big', type: 'String' }],
      outputs: [{ clauseId: 'route-out', ruleId: 'board', ruleOrder: 2, variableName: 'routeResult', value: 'board' }],
    })
    expect(byKey.get('size')).toMatchObject({
      rootDecisionInstanceId: byKey.get('route').id,
      inputs: [{ value: 12 }],
      outputs: [{ ruleId: 'big', value: 'big' }],
    })
    expect(
      (
        await rest.get('/history/decision-instance', {
          processInstanceId: instance.id,
          rootDecisionInstancesOnly: 'true',
        })
      ).body,
    ).toHaveLength(1)
    expect(
      (await rest.get('/history/decision-instance', { processInstanceId: instance.id })).body[0].inputs ?? [],
    ).toEqual([])
    const { body: one } = await rest.get(`/history/decision-instance/${byKey.get('size').id}`, {
      includeInputs: 'true',
    })
    expect(one).toMatchObject({ decisionDefinitionKey: 'size', inputs: [{ value: 12 }] })
    expect((await stranger.get(`/history/decision-instance/${one.id}`)).status).toBe(404)
    expect((await stranger.get('/history/decision-instance')).body).toEqual([])
  })

  it('has each rule of those that collect, and who asked', async () => {
    await evaluate('all', 5)
    const { body } = await rest.get('/history/decision-instance', {
      decisionDefinitionKey: 'all',
      includeOutputs: 'true',
      includeInputs: 'true',
      sortBy: 'evaluationTime',
      sortOrder: 'desc',
    })
    const found = body.find((one: Json) => one.outputs.length > 0 && one.inputs[0].value === 5)
    expect(found).toMatchObject({ userId: 'ada', processInstanceId: null })
    expect(found.outputs.map((one: Json) => [one.ruleId, one.ruleOrder, one.value])).toEqual([
      ['one', 1, 'one'],
      ['two', 2, 'two'],
    ])
    expect((await rest.get('/history/decision-instance', { userId: 'nobody' })).body).toEqual([])
  })
})

describe('a decision that imports those of another file', () => {
  const type = 'https://www.omg.org/spec/DMN/20191111/MODEL/'
  const file = (namespace: string, content: string, id = 'graph') =>
    `<?xml version="1.0"?><definitions xmlns="${type}" id="${id}" name="${id}" namespace="${namespace}">${content}</definitions>`
  const bring = (name: string, namespace: string) =>
    `<import name="${name}" namespace="${namespace}" importType="${type}"/>`
  const need = (href: string) =>
    `<informationRequirement id="need-${href.slice(-4)}"><requiredDecision href="${href}"/></informationRequirement>`
  const formula = (id: string, text: string, requires = '') =>
    `<decision id="${id}" name="${id}"><variable id="v-${id}" name="${id}"/>${requires}<literalExpression id="l-${id}"><text>${text}</text></literalExpression></decision>`
  const base = file('urn:base', formula('rate', 'amount * 2'), 'base')
  const middle = file(
    'urn:middle',
    bring('b', 'urn:base') + formula('fee', 'b.rate + 1', need('urn:base#rate')),
    'middle',
  )
  const top = file('urn:top', bring('m', 'urn:middle') + formula('price', 'm.fee * 10', need('urn:middle#fee')), 'top')
  const asking = sequence('asking', {
    ask: '<businessRuleTask id="ask" camunda:decisionRef="price" camunda:decisionRefBinding="deployment" camunda:resultVariable="price" camunda:mapDecisionResult="singleEntry"/>',
    t: '<userTask id="t"/>',
  })

  it('is evaluated with decisions of the same deployment, in any order of the files', async () => {
    const { status, body } = await rest.deploy({
      'a-top.dmn': top,
      'b-middle.dmn': middle,
      'c-base.dmn': base,
      'asking.bpmn': asking,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect((await evaluate('price', 3)).body).toEqual([{ price: { type: 'Integer', value: 70, valueInfo: {} } }])
    const { body: instance } = await rest.post('/process-definition/key/asking/start', {
      variables: { amount: { value: 5, type: 'Integer' } },
    })
    const { body: variables } = await rest.get(`/process-instance/${instance.id}/variables`)
    expect(variables.price.value).toBe(110)
    const { body: history } = await rest.get('/history/decision-instance', { processInstanceId: instance.id })
    expect(history.map((one: Json) => one.decisionDefinitionKey).sort()).toEqual(['fee', 'price', 'rate'])
  })

  it('keeps those of its own deployment when one of them is deployed again', async () => {
    await rest.deploy({ 'base.dmn': base.replace('amount * 2', 'amount * 200') })
    expect((await evaluate('price', 3)).body[0].price.value).toBe(70)
    expect((await evaluate('rate', 3)).body[0].rate.value).toBe(600)
  })

  it('is read with them in a worker thread when they are large', async () => {
    const padding = `<!--${'x'.repeat(250_000)}-->`
    const { status } = await rest.deploy({
      'top.dmn': top.replaceAll('price', 'largePrice').replaceAll('urn:top', 'urn:large'),
      'middle.dmn': middle,
      'base.dmn': base.replace('</definitions>', `${padding}</definitions>`),
    })
    expect(status).toBe(200)
    expect((await evaluate('largePrice', 4)).body[0].largePrice.value).toBe(90)
  })

  it('is deployed with them where only changed files are, and they have not changed', async () => {
    const name = 'imports by change'
    const filter = { 'deploy-changed-only': 'true' }
    const rename = (text: string) => text.replaceAll('price', 'changedPrice').replaceAll('urn:top', 'urn:changed')
    const files = { 'top.dmn': rename(top), 'middle.dmn': middle, 'base.dmn': base }
    expect((await rest.deploy(files, { 'deployment-name': name, ...filter })).status).toBe(200)
    const again = await rest.deploy(
      { ...files, 'top.dmn': rename(top).replace('* 10', '* 100') },
      { 'deployment-name': name, ...filter },
    )
    expect(again.status, JSON.stringify(again.body)).toBe(200)
    expect((await evaluate('changedPrice', 3)).body[0].changedPrice.value).toBe(700)
    // Nor does a decision keep an import that has changed, though its own file has not.
    const last = { ...files, 'top.dmn': rename(top).replace('* 10', '* 100') }
    const imported = await rest.deploy(
      { ...last, 'base.dmn': base.replace('amount * 2', 'amount * 20') },
      { 'deployment-name': name, ...filter },
    )
    expect(imported.status, JSON.stringify(imported.body)).toBe(200)
    expect((await evaluate('changedPrice', 3)).body[0].changedPrice.value).toBe(6100)
  })

  it('is refused when the file is missing, with its namespace', async () => {
    const { status, body } = await rest.deploy({ 'top.dmn': top })
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain('Expected a model of the namespace “urn:middle” for the import “m”')
  })
})
