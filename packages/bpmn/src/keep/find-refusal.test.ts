import { expect, it } from 'vitest'
import { findRefusal } from './find-refusal.ts'

const file = (inside: string) =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t">\n<process id="bake">\n${inside}\n</process></definitions>`
const failure = 'unparsable content <bpmn:task> detected\n\tline: 2\n\tcolumn: 1\n\tnested error: illegal ID <Pack it>'

it.each([
  ['an id with a space', file('<task id="Pack it"/>'), /^Line 3: Expected an id to begin with a letter.*“Pack it”/],
  ['an id that is there twice', file('<task id="a"/>\n<task id="a"/>'), /^Line 4: Expected each id once in the file/],
  ['an element that BPMN does not have', file('<bakeTask id="a"/>'), /^Line 3: Expected an element of BPMN 2\.0/],
  [
    'a step outside of a process',
    '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"><task id="a"/></definitions>',
    /^Line 1: Expected task inside a process/,
  ],
  ['text that is no XML', '<definitions>\n<task</definitions>', /^Line 2: Expected well-formed XML/],
])('a file that breaks the standard is refused with the line: %s', (_what, xml, sentence) => {
  expect(findRefusal(xml, [failure])).toMatch(sentence)
})

it('a file without a process is refused with the line of its definitions', () => {
  const xml = '<?xml version="1.0"?>\n<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"/>'
  expect(findRefusal(xml, ['Error: no process or collaboration to display'])).toMatch(
    /^Line 2: Expected a process or a collaboration/,
  )
})

it('a file is not refused for what the standard allows, or for errors beside what could not be read', () => {
  expect(
    findRefusal(file('<task id="a"><documentation><x xmlns="urn:x"/></documentation></task>'), [
      'nested error: unrecognized element <x:x>',
    ]),
  ).toBe(null)
  expect(findRefusal(file('<bakeTask id="a"/>'), [])).toBe(null)
})
