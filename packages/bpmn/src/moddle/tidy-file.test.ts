import { describe, expect, it } from 'vitest'
import { readBpmn } from '../read-bpmn.ts'
import { openFile } from '../testing/moddle.ts'
import { tidyFile } from './tidy-file.ts'

describe('a file for moddle', () => {
  it('has nothing around the sign of an attribute, and no space around ids', () => {
    expect(tidyFile(`<a  name = "x = 'y' "  id\n=' b '><!-- <c d = "e"> --><![CDATA[<f g = "h">]]></a>`)).toBe(
      `<a  name="x = 'y' "  id='b'><!-- <c d = "e"> --><![CDATA[<f g = "h">]]></a>`,
    )
  })

  it('stays as it is when there is nothing to do', () => {
    const xml = '<?xml version = "1.0"?>\n<a b="1" c=\'2 = 3\'>x = "y" &lt; z</a>'
    expect(tidyFile(xml)).toBe(xml)
  })

  it('loses no name and no flow by it', async () => {
    const xml =
      '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t"><process id="p" isExecutable="true"><startEvent id="s" name = "Begin"/><sequenceFlow id="f " sourceRef="s" targetRef=" e"/><endEvent id="e"/></process></definitions>'
    const read = (text: string) => {
      const result = readBpmn(text)
      return result.ok ? result.document.processes : result.processes
    }
    const { save } = await openFile(xml)
    expect(read(await save())).toEqual(read(xml))
  })
})
