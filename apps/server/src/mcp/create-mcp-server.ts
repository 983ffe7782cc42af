import { changingTools, toolApprovalCalls } from '@millrace/contract'
import { type CallToolResult, McpServer } from '@modelcontextprotocol/server'
import type { Person } from '../platform/auth/user.ts'
import { canonicalJson } from '../platform/canonical-json.ts'
import { offeredTools } from './offered-tools.ts'
import { type Ask, isReading, RefusedCall, type Tool } from './tool.ts'

export interface McpVisit {
  readonly person: Person
  /** How to make calls for a tool. */
  readonly askFor: (tool: Tool) => Ask
  /** The name and version that the client reports. */
  readonly client: string
}

/** Creates the MCP server for one request, with the tools that its sender may use. */
export function createMcpServer(version: string, { person, askFor, client }: McpVisit): McpServer {
  const server = new McpServer({ name: 'millrace', title: 'Millrace', version }, { instructions })
  for (const tool of offeredTools(person))
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.description,
        inputSchema: tool.input,
        annotations: {
          readOnlyHint: isReading(tool),
          destructiveHint: tool.isDestructive === true,
          openWorldHint: false,
        },
      },
      (input: object) => use(tool, input, { ask: askFor(tool), client }),
    )
  return server
}

const instructions =
  'Millrace runs business processes. Tools act for the user whose API token is used, with the same permissions as on the pages. Read the form of a task or a process before you complete or start it.'

async function use(
  tool: Tool,
  input: object,
  { ask, client }: { readonly ask: Ask; readonly client: string },
): Promise<CallToolResult> {
  try {
    const changing = changingTools.find((name) => name === tool.name)
    if (changing !== undefined) {
      const use = { tool: changing, client, input: canonicalJson(input) }
      const { state } = await ask(toolApprovalCalls.ask, { body: use })
      if (state === 'waiting' || state === 'refused') return { ...says(approvals[state]), isError: true }
    }
    const answer = await tool.run(input as never, ask)
    return says(answer === undefined ? 'Done.' : JSON.stringify(answer))
  } catch (error) {
    if (!(error instanceof RefusedCall)) throw error
    const { code, message, details } = error
    return { ...says(JSON.stringify({ code, message, ...(details.length > 0 && { details }) })), isError: true }
  }
}

const approvals = {
  waiting:
    'Nothing was done: this tool needs approval. Ask the user to approve the request on their profile page, then use the tool again with the same arguments within an hour.',
  refused: 'Nothing was done: the user refused this request.',
} as const

function says(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] }
}
