import { describe, expect, it } from 'vitest'
import { bpmnOf, rawXml } from '../../builder/index.ts'
import type { Dialect } from '../../model.ts'
import { listErrors, readElement } from '../../testing/read-model.ts'

function file(extensions: string, dialect: Dialect = 'camunda', attributes = '') {
  return bpmnOf(
    dialect,
  )`<process id="p" isExecutable="true"><startEvent id="x" ${rawXml(attributes)}><extensionElements>${rawXml(extensions)}</extensionElements></startEvent></process>`
}

const readForm = (extensions: string, dialect?: Dialect, attributes?: string) =>
  readElement(file(extensions, dialect, attributes), 'startEvent', 'x').form
const literal = (text: string) => ({ language: 'literal', text })

describe('forms', () => {
  it('are none without a key, reference or field', () => {
    expect(readForm('')).toBeNull()
  })

  it('have a key or a reference with its binding', () => {
    expect(readForm('', 'camunda', 'camunda:formKey="embedded:app:x.html"')).toMatchObject({
      key: literal('embedded:app:x.html'),
      ref: null,
    })
    expect(
      readForm('', 'camunda', 'camunda:formRef="f" camunda:formRefBinding="version" camunda:formRefVersion="2"'),
    ).toMatchObject({
      key: null,
      ref: { key: literal('f'), binding: 'version', version: literal('2') },
    })
    expect(listErrors(file('', 'camunda', 'camunda:formRef="f"'))).toEqual(['activity.form x'])
    expect(
      listErrors(file('', 'camunda', 'camunda:formKey="k" camunda:formRef="f" camunda:formRefBinding="latest"')),
    ).toEqual(['activity.form x'])
  })

  it('have typed fields in Camunda', () => {
    const untyped = (vendor: Dialect) => `<${vendor}:formData><${vendor}:formField id="a"/></${vendor}:formData>`
    expect(listErrors(file(untyped('camunda')))).toEqual(['activity.form x'])
    expect(listErrors(file(untyped('flowable'), 'flowable'))).toEqual([])
  })

  it('have the fields of formData with constraints, values and properties', () => {
    const form =
      readForm(`<camunda:formData businessKey="b"><camunda:formField id="a" label="A" type="long" defaultValue="\${5}"><camunda:properties><camunda:property id="hint" value="h"/></camunda:properties>
        <camunda:validation><camunda:constraint name="required"/><camunda:constraint name="min" config="1"/></camunda:validation></camunda:formField>
      <camunda:formField id="b" type="enum"><camunda:value id="x" name="X"/><camunda:value id="y"/><camunda:validation><camunda:constraint name="readonly"/></camunda:validation></camunda:formField>
      <camunda:formField id="d" type="date" datePattern="yyyy"/></camunda:formData>`)
    expect(form).toMatchObject({
      businessKeyField: 'b',
      fields: [
        {
          id: 'a',
          label: 'A',
          type: 'long',
          defaultValue: { language: 'uel', text: `\${5}` },
          isRequired: true,
          isWritable: true,
          constraints: [
            { name: 'required', config: null },
            { name: 'min', config: '1' },
          ],
          properties: { hint: 'h' },
        },
        {
          id: 'b',
          isWritable: false,
          isRequired: false,
          options: [
            { id: 'x', name: 'X' },
            { id: 'y', name: 'y' },
          ],
        },
        { id: 'd', type: 'date', datePattern: 'yyyy', label: null, defaultValue: null },
      ],
    })
  })

  it('have the form properties of Flowable and Activiti', () => {
    const form = readForm(
      `<activiti:formProperty id="a" name="A" type="enum" required="true" writable="false" readable="false" variable="v" expression="#{x}" default="d" datePattern="dd"><activiti:value id="x" name="X"/></activiti:formProperty><activiti:formProperty id="b"/>`,
      'activiti',
    )
    expect(form?.fields).toMatchObject([
      {
        id: 'a',
        label: 'A',
        type: 'enum',
        datePattern: 'dd',
        isRequired: true,
        isWritable: false,
        isReadable: false,
        variable: 'v',
        expression: { language: 'uel', text: '#{x}' },
        defaultValue: literal('d'),
        options: [{ id: 'x', name: 'X' }],
      },
      { id: 'b', type: 'string', isRequired: false, isWritable: true, isReadable: true, variable: null },
    ])
  })

  it('need an id for each field', () => {
    expect(listErrors(file('<camunda:formData><camunda:formField type="string"/></camunda:formData>'))).toEqual([
      'bpmn.id-missing x',
    ])
  })
})
