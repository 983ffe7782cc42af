import type { DmnElement } from 'dmn-js-shared/lib/base/Manager'

export interface RequirementNode {
  readonly id: string
  readonly name: string
  readonly kind: 'decision' | 'input' | 'knowledge' | 'source'
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Point {
  readonly x: number
  readonly y: number
}

export interface RequirementLine {
  readonly id: string
  readonly points: readonly Point[]
  readonly isDashed: boolean
}

/** The diagram of the requirements of a file, with the position of each part. */
export interface Requirements {
  readonly nodes: readonly RequirementNode[]
  readonly lines: readonly RequirementLine[]
}

const kinds: Readonly<Record<string, RequirementNode['kind']>> = {
  'dmn:Decision': 'decision',
  'dmn:InputData': 'input',
  'dmn:BusinessKnowledgeModel': 'knowledge',
  'dmn:KnowledgeSource': 'source',
}

export function readRequirements(definitions: DmnElement): Requirements {
  const diagrams = ((definitions.get('dmnDI') as DmnElement | undefined)?.get('diagrams') ?? []) as DmnElement[]
  const drawn = (diagrams[0]?.get('diagramElements') ?? []) as readonly DmnElement[]
  return { nodes: drawn.flatMap(readNode), lines: drawn.flatMap(readLine) }
}

function readNode(drawn: DmnElement): RequirementNode[] {
  const element = drawn.get('dmnElementRef') as DmnElement | undefined
  const kind = kinds[element?.$type ?? '']
  const bounds = drawn.$type === 'dmndi:DMNShape' ? (drawn.get('bounds') as RequirementNode | undefined) : undefined
  if (element === undefined || kind === undefined || bounds === undefined) return []
  const { x, y, width, height } = bounds
  return [{ id: element.id, name: element.name ?? element.id, kind, x, y, width, height }]
}

function readLine(drawn: DmnElement): RequirementLine[] {
  if (drawn.$type !== 'dmndi:DMNEdge') return []
  const points = (drawn.get('waypoint') ?? []) as readonly Point[]
  const isDashed = (drawn.get('dmnElementRef') as DmnElement | undefined)?.$type !== 'dmn:InformationRequirement'
  return points.length < 2 ? [] : [{ id: drawn.id, points: points.map(({ x, y }) => ({ x, y })), isDashed }]
}
