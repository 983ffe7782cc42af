import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { corrupt } from './corrupt.ts'
import { nullEngine, ownEngine } from './engine.ts'
import { listTestFolders, readTestFolder } from './read-tests.ts'
import { runTests } from './run-tests.ts'

const MODEL = `<definitions xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/" id="m" name="m" namespace="urn:m">
  <inputData id="i" name="Full Name"><variable name="Full Name" typeRef="string"/></inputData>
  <decision id="d" name="Greeting"><variable name="Greeting"/>
    <informationRequirement><requiredInput href="#i"/></informationRequirement>
    <literalExpression><text>"Hello " + Full Name</text></literalExpression>
  </decision>
  <decision id="e" name="Parts"><variable name="Parts"/><literalExpression><text>{a: [1, @"2024-01-01"], b: null}</text></literalExpression></decision>
</definitions>`

const TESTS = `<testCases xmlns="http://www.omg.org/spec/DMN/20160719/testcase" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <modelName>m.dmn</modelName>
  <testCase id="1">
    <inputNode name="Full Name"><value xsi:type="xsd:string">Ada</value></inputNode>
    <resultNode name="Greeting"><expected><value xsi:type="xsd:string">Hello Ada</value></expected></resultNode>
  </testCase>
  <testCase id="2">
    <resultNode name="Greeting" errorResult="true"><expected><value xsi:nil="true"/></expected></resultNode>
    <resultNode name="Parts"><expected>
      <component name="a"><list>
        <item><value xsi:type="xsd:decimal">1.00000000001</value></item>
        <item><value xsi:type="xsd:date">2024-01-01</value></item>
      </list></component>
      <component name="b"><value xsi:nil="true"/></component>
    </expected></resultNode>
    <resultNode name="Missing"><expected><value xsi:type="xsd:string">x</value></expected></resultNode>
  </testCase>
</testCases>`

let root = ''

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'dmn-tck-'))
  const folder = join(root, 'level', '0001-greeting')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'm.dmn'), MODEL)
  writeFileSync(join(folder, '0001-greeting-test-01.xml'), TESTS)
})

afterAll(() => rmSync(root, { recursive: true }))

const readAll = () => listTestFolders(root).flatMap(readTestFolder)
const passedOf = (outcomes: ReturnType<typeof runTests>) =>
  outcomes.filter((outcome) => outcome.failure === null).map((outcome) => `${outcome.testCase} ${outcome.name}`)

it('counts a result node for each expectation', () => {
  const outcomes = runTests(readAll(), ownEngine)
  expect(passedOf(outcomes)).toEqual(['1 Greeting', '2 Greeting', '2 Parts'])
  expect(outcomes.at(-1)?.failure).toBe('expected x, but got null (the model has no “Missing”)')
})

it('gives an engine that answers null only what is null', () => {
  expect(passedOf(runTests(readAll(), nullEngine))).toEqual(['2 Greeting'])
})

it('passes nothing when every expectation is changed', () => {
  expect(passedOf(runTests(corrupt(readAll()), ownEngine))).toEqual([])
})
