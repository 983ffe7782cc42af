import { createAllowance } from '@millrace/expressions'
import { type DecisionOutcome, type EvaluateOptions, evaluateDecision } from './evaluate-decision.ts'
import type { DmnModel } from './model.ts'
import { parseDmn } from './parse-dmn.ts'

/** The instant at which all tests of decisions run. */
export const NOW = new Date('2024-02-25T10:30:00.000Z')

/** Returns a DMN 1.5 file with the given elements, for tests. */
export function definitions(body: string, attributes = ''): string {
  return `<definitions xmlns="https://www.omg.org/spec/DMN/20230324/MODEL/"
    xmlns:camunda="http://camunda.org/schema/1.0/dmn" id="graph" name="Graph" namespace="urn:test" ${attributes}>
    ${body}
  </definitions>`
}

export function input(name: string, typeRef = 'Any'): string {
  return `<inputData id="in_${name}" name="${name}"><variable name="${name}" typeRef="${typeRef}"/></inputData>`
}

export function requireInput(name: string): string {
  return `<informationRequirement><requiredInput href="#in_${name}"/></informationRequirement>`
}

export function requireDecision(id: string): string {
  return `<informationRequirement><requiredDecision href="#${id}"/></informationRequirement>`
}

export function requireKnowledge(id: string): string {
  return `<knowledgeRequirement><requiredKnowledge href="#${id}"/></knowledgeRequirement>`
}

/** Returns the XML of a decision whose variable has the id as its name, for tests. */
export function decision(id: string, logic: string, { requires = '', typeRef = 'Any' } = {}): string {
  return `<decision id="${id}" name="${id}"><variable name="${id}" typeRef="${typeRef}"/>${requires}${logic}</decision>`
}

export function literal(text: string): string {
  return `<literalExpression><text>${escapeXml(text)}</text></literalExpression>`
}

export interface TableParts {
  readonly hitPolicy?: string
  readonly aggregation?: string
  /** Attributes and content of each input, such as the text of its expression. */
  readonly inputs: readonly (string | { text: string; typeRef?: string; attributes?: string; inner?: string })[]
  readonly outputs: readonly (string | { attributes: string; inner?: string })[]
  /** Cells of each rule, inputs first. */
  readonly rules: readonly (readonly string[])[]
}

/** Returns the XML of a decision table whose rules have the ids rule1, rule2, …, for tests. */
export function table({ hitPolicy = 'UNIQUE', aggregation, inputs, outputs, rules }: TableParts): string {
  const inputXml = inputs.map((one) => {
    const { text, typeRef, attributes = '', inner = '' } = typeof one === 'string' ? { text: one } : one
    const type = typeRef ? ` typeRef="${typeRef}"` : ''
    return `<input ${attributes}><inputExpression${type}><text>${escapeXml(text)}</text></inputExpression>${inner}</input>`
  })
  const outputXml = outputs.map((one) =>
    typeof one === 'string' ? `<output name="${one}"/>` : `<output ${one.attributes}>${one.inner ?? ''}</output>`,
  )
  const ruleXml = rules.map((cells, index) => {
    const entries = cells.map((cell, column) => {
      const name = column < inputs.length ? 'inputEntry' : 'outputEntry'
      return `<${name} id="cell${index + 1}_${column + 1}"><text>${escapeXml(cell)}</text></${name}>`
    })
    return `<rule id="rule${index + 1}">${entries.join('')}</rule>`
  })
  const aggregated = aggregation ? ` aggregation="${aggregation}"` : ''
  return `<decisionTable id="table" hitPolicy="${hitPolicy}"${aggregated}>${[...inputXml, ...outputXml, ...ruleXml].join('')}</decisionTable>`
}

export function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
}

export function parseOk(xml: string): DmnModel {
  const parsed = parseDmn(xml)
  if (!parsed.ok) throw new Error(parsed.problems.map((problem) => problem.message).join(' '))
  return parsed.model
}

export function run(body: string, decisionId: string, options: Partial<EvaluateOptions> = {}): DecisionOutcome {
  return evaluateDecision(parseOk(definitions(body)), {
    context: {},
    mode: 'standard',
    now: NOW,
    allowance: createAllowance(10_000_000),
    ...options,
    decisionId,
  })
}

/** Returns the value of a decision by the standard. */
export function findValue(body: string, decisionId: string, context: Readonly<Record<string, unknown>> = {}): unknown {
  const outcome = run(body, decisionId, { context })
  if (!outcome.ok) throw new Error(outcome.problem.message)
  return outcome.value
}

/** Returns the rule results of a decision in mode `camunda`. */
export function resultsOf(body: string, decisionId: string, context: Readonly<Record<string, unknown>> = {}): unknown {
  const outcome = run(body, decisionId, { context, mode: 'camunda' })
  if (!outcome.ok) throw new Error(outcome.problem.message)
  return outcome.result
}
