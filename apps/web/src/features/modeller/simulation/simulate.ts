import type { Graph, Step } from './graph.ts'
import { starts } from './list-choices.ts'
import type { Choice, Simulation, Token } from './simulation-state.ts'

/** Carries out each automatic step once. Null: there are none. */
export function advance(graph: Graph, simulation: Simulation): Simulation | null {
  const run = new Run(graph, simulation)
  const before = simulation.tokens
  for (const token of before) {
    // An end may have taken it away.
    if (run.has(token) && (token.state === 'arrived' || token.state === 'joining')) run.handle(token)
  }
  run.leaveEmptyScopes()
  const after = run.result()
  const isSame = after.tokens.length === before.length && after.tokens.every((token, at) => isLike(token, before[at]))
  return isSame ? null : after
}

export function choose(graph: Graph, simulation: Simulation, choice: Choice): Simulation {
  const run = new Run(graph, simulation)
  run.choose(choice)
  run.leaveEmptyScopes()
  return run.result()
}

function isLike(token: Token, other: Token | undefined): boolean {
  return token.id === other?.id && token.state === other.state
}

/** One change of a simulation. */
class Run {
  readonly #graph: Graph
  #tokens: Token[]
  #next: number
  readonly #walked: Map<string, number>
  constructor(graph: Graph, { tokens, next, walked }: Simulation) {
    this.#graph = graph
    this.#tokens = [...tokens]
    this.#next = next
    this.#walked = new Map(walked)
  }

  result(): Simulation {
    return { tokens: this.#tokens, next: this.#next, walked: this.#walked }
  }

  has({ id }: Token): boolean {
    return this.#tokens.some((token) => token.id === id)
  }

  choose(choice: Choice): void {
    if (choice.kind === 'start') {
      this.#add({ at: choice.step, scope: null, from: null })
      return
    }
    if (choice.kind === 'subProcess') {
      this.#beginEventSubProcess(choice.scope, choice.step)
      return
    }
    const token = this.#tokens.find(({ id }) => id === choice.token)
    if (token === undefined) return
    if (choice.kind === 'go') this.#leave(token)
    if (choice.kind === 'ways') this.#leave(token, choice.ways)
    if (choice.kind === 'event') this.#interrupt(token, choice.step)
  }

  handle(token: Token): void {
    const step = this.#graph.get(token.at)
    if (step === undefined) this.#remove(token)
    else this.#actionAt(step, token)()
  }

  /** What happens to a token at the element that it has reached. */
  #actionAt(step: Step, token: Token): () => void {
    const { type, flows, incoming } = step
    const isJoin = incoming.length > 1
    if (type === 'endEvent') return () => this.#end(token, step)
    if (type === 'parallelGateway' && isJoin) return () => this.#join(token, step)
    if (type === 'inclusiveGateway' && isJoin) {
      if (token.state === 'arrived') return () => this.#set(token, 'joining')
      if (!this.#merge(token)) return () => undefined
    }
    if (type.endsWith('Gateway') && type !== 'parallelGateway' && flows.length > 1)
      return () => this.#set(token, 'waiting')
    if (/subProcess|transaction/i.test(type)) return () => this.#enter(token)
    if (type === 'intermediateThrowEvent' && step.link !== null) return () => this.#jump(token, step)
    const goesOn = /Gateway$|^startEvent$|^boundaryEvent$|^intermediateThrowEvent$/.test(type) || this.#isChosen(token)
    return () => (goesOn ? this.#leave(token) : this.#set(token, 'waiting'))
  }

  /** A sub-process is over when nothing is inside of it any more. */
  leaveEmptyScopes(): void {
    for (;;) {
      const done = this.#tokens.find(
        ({ id, state }) => state === 'inside' && !this.#tokens.some(({ scope }) => scope === id),
      )
      if (done === undefined) return
      this.#leave(done)
    }
  }

  /** What is behind an event-based gateway was chosen by its event. */
  #isChosen({ from }: Token): boolean {
    if (from === null) return false
    return [...this.#graph.values()].some(
      ({ type, flows }) => type === 'eventBasedGateway' && flows.some(({ id }) => id === from),
    )
  }

  #add(token: Omit<Token, 'id' | 'state'>): void {
    this.#tokens.push({ ...token, id: this.#next, state: 'arrived' })
    this.#next++
  }

  #set(token: Token, state: Token['state']): void {
    this.#tokens = this.#tokens.map((one) => (one.id === token.id ? { ...one, state } : one))
  }

  /** With all that is inside of it. */
  #remove(token: Token): void {
    this.#tokens = this.#tokens.filter(({ id }) => id !== token.id)
    for (const inner of this.#tokens.filter(({ scope }) => scope === token.id)) this.#remove(inner)
  }

  /** By all ways, or by some. Without any it ends. */
  #leave(token: Token, ways?: readonly string[]): void {
    this.#remove(token)
    for (const { id, to } of this.#graph.get(token.at)?.flows ?? []) {
      if (ways?.includes(id) === false) continue
      this.#walked.set(id, (this.#walked.get(id) ?? 0) + 1)
      this.#add({ at: to, scope: token.scope, from: id })
    }
  }

  #enter(token: Token): void {
    const first = starts(this.#graph, token.at)
    if (first.length === 0) {
      // Collapsed, or empty: somebody says when it is done.
      this.#set(token, 'waiting')
      return
    }
    this.#set(token, 'inside')
    const begin = first.some(({ type }) => type === 'startEvent') ? first.slice(0, 1) : first
    for (const { id } of begin) this.#add({ at: id, scope: token.id, from: null })
  }

  #join(token: Token, { id, incoming }: Step): void {
    const here = this.#tokens.filter(({ at, scope }) => at === id && scope === token.scope)
    const one = incoming.map((flow) => here.find(({ from }) => from === flow))
    if (one.some((arrived) => arrived === undefined)) {
      this.#set(token, 'joining')
      return
    }
    for (const arrived of one) if (arrived !== undefined && arrived.id !== token.id) this.#remove(arrived)
    // Whichever of them is handled stands for all; it may have been the second by one flow.
    this.#leave(token)
  }

  /** Whether nothing else can come to an inclusive gateway any more: then those that wait there are one. */
  #merge(token: Token): boolean {
    const others = this.#tokens.filter(({ at, scope }) => scope === token.scope && at !== token.at)
    if (others.some(({ at }) => this.#reaches(at, token.at))) return false
    const here = this.#tokens.filter(({ id, at, scope }) => id !== token.id && at === token.at && scope === token.scope)
    for (const one of here) if (one.state !== 'waiting') this.#remove(one)
    return true
  }

  #reaches(from: string, to: string): boolean {
    const seen = new Set([from])
    for (const at of seen) for (const way of this.#graph.get(at)?.flows ?? []) seen.add(way.to)
    return seen.has(to)
  }

  #jump(token: Token, { link, scope }: Step): void {
    const target = [...this.#graph.values()].find(
      (step) => step.type === 'intermediateCatchEvent' && step.link === link && step.scope === scope,
    )
    this.#remove(token)
    for (const { id, to } of target?.flows ?? []) {
      this.#walked.set(id, (this.#walked.get(id) ?? 0) + 1)
      this.#add({ at: to, scope: token.scope, from: id })
    }
  }

  #end(token: Token, { event }: Step): void {
    if (event === 'terminate') {
      for (const one of this.#tokens.filter(({ scope }) => scope === token.scope)) this.#remove(one)
      return
    }
    this.#remove(token)
    if (event === 'error' || event === 'escalation' || event === 'cancel') this.#throw(token.scope, event)
  }

  /** To the nearest edge that catches it. An error that nobody catches ends everything; what else, nothing. */
  #throw(scope: number | null, event: string): void {
    for (let around = this.#find(scope); around !== null; around = this.#find(around.scope)) {
      const { at } = around
      const catching = [...this.#graph.values()].find((step) => step.attachedTo === at && step.event === event)
      if (catching !== undefined) {
        this.#interrupt(around, catching.id)
        return
      }
    }
    if (event === 'error') this.#tokens = []
  }

  #find(id: number | null): Token | null {
    return this.#tokens.find((token) => token.id === id) ?? null
  }

  #interrupt(token: Token, id: string): void {
    if (this.#graph.get(id)?.isInterrupting !== false) this.#remove(token)
    this.#add({ at: id, scope: token.scope, from: null })
  }

  #beginEventSubProcess(scope: number | null, id: string): void {
    const start = starts(this.#graph, id)[0]
    if (start?.isInterrupting !== false)
      for (const one of this.#tokens.filter((token) => token.scope === scope)) this.#remove(one)
    this.#add({ at: id, scope, from: null })
  }
}
