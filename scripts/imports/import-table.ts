export interface Rule {
  readonly ours: readonly string[]
  /** Only by `import type`: nothing of these runs in the part. */
  readonly types?: readonly string[]
  readonly never?: RegExp
  /** Functions of `ours` that only other parts may call; types may be imported. */
  readonly leaves?: readonly string[]
}

/** Packages run anywhere, and XML is read in one of them. */
const never = /^(react|pg|fastify|saxes|node:)/

/** Folders that change data: a surface calls an operation, which checks the right. */
const changing = [
  'apps/server/src/platform/auth/check-credentials.ts',
  'apps/server/src/platform/auth/count-try.ts',
  'apps/server/src/platform/auth/session.ts',
  'apps/server/src/platform/idempotency/held-keys.ts',
  'apps/server/src/runtime/execute',
  'apps/server/src/runtime/save',
  'apps/server/src/runtime/deploy/deploy.ts',
  'apps/server/src/runtime/deploy/delete-definitions.ts',
  'apps/server/src/runtime/history/delete-history.ts',
  'apps/server/src/runtime/history/history-partitions.ts',
  'apps/server/src/runtime/history/record-decision.ts',
]

/**
 * The import table of `ARCHITECTURE.md`: the parts of the project that each part may import, and modules that it must
 * not import. A part is the longest path in this table with which a file begins; `*` stands for one folder, and two
 * features are two parts.
 */
export const importTable: Readonly<Record<string, Rule>> = {
  'packages/xml': { ours: [], never: /^(react|pg|fastify|node:)/ },
  'packages/expressions': { ours: [], never },
  'packages/time': { ours: [], never },
  'packages/bpmn': { ours: ['packages/xml'], never },
  'packages/dmn': { ours: ['packages/expressions', 'packages/xml'], never },
  'packages/engine': { ours: ['packages/bpmn', 'packages/expressions', 'packages/dmn', 'packages/time'], never },
  'packages/forms': { ours: ['packages/expressions'], never },
  'packages/contract': { ours: [], types: ['packages/forms'], never },
  'apps/server/src': { ours: ['packages', 'apps/server'], never: /^(react|saxes)/ },
  'apps/server/src/app-context.ts': {
    ours: ['packages', 'apps/server/src/platform', 'apps/server/src/runtime'],
    never: /^(react|saxes)/,
  },
  'apps/server/src/platform': { ours: ['packages'], never: /^(react|saxes)/ },
  'apps/server/src/operations': {
    ours: ['packages', 'apps/server/src/platform', 'apps/server/src/runtime'],
    never: /^(react|saxes)/,
  },
  'apps/server/src/runtime': { ours: ['packages', 'apps/server/src/platform'], never: /^(react|saxes)/ },
  'apps/server/src/jobs': {
    ours: ['packages', 'apps/server/src/platform', 'apps/server/src/runtime', 'apps/server/src/operations'],
    never: /^(react|saxes)/,
  },
  'apps/server/src/engine-rest': {
    ours: ['packages', 'apps/server/src/platform', 'apps/server/src/runtime', 'apps/server/src/operations'],
    leaves: changing,
    never: /^(react|saxes)/,
  },
  'apps/server/src/features/*': {
    ours: [
      'packages',
      'apps/server/src/platform',
      'apps/server/src/runtime',
      'apps/server/src/operations',
      'apps/server/src/app-context.ts',
    ],
    leaves: changing,
    never: /^(react|saxes)/,
  },
  'apps/web/src': {
    ours: ['packages/contract', 'packages/forms', 'apps/web/src'],
    types: ['packages/bpmn', 'apps/form-designer'],
    never: /^(node:|pg|fastify|saxes)/,
  },
  'apps/web/src/app': {
    ours: ['packages/contract', 'packages/forms', 'apps/web/src'],
    types: ['packages/bpmn'],
    never: /^(node:|pg|fastify|saxes)/,
  },
  'apps/web/src/features/*': {
    ours: [
      'packages/contract',
      'packages/forms',
      'apps/web/src/components',
      'apps/web/src/lib',
      'apps/web/src/config',
      'apps/web/src/styles',
      'apps/web/src/testing',
    ],
    types: ['packages/bpmn', 'apps/form-designer'],
    never: /^(node:|pg|fastify|saxes)/,
  },
  // The one chunk of the browser that reads and checks models while somebody draws.
  'apps/web/src/features/modeller': {
    ours: [
      'packages/contract',
      'packages/forms',
      'packages/bpmn',
      'packages/expressions',
      'packages/time',
      'packages/xml',
      'apps/web/src/components',
      'apps/web/src/lib',
      'apps/web/src/config',
      'apps/web/src/styles',
      'apps/web/src/testing',
    ],
    never: /^(node:|pg|fastify|saxes)/,
  },
  // The same for decisions.
  'apps/web/src/features/decision-editor': {
    ours: [
      'packages/contract',
      'packages/forms',
      'packages/dmn',
      'packages/expressions',
      'packages/xml',
      'apps/web/src/components',
      'apps/web/src/lib',
      'apps/web/src/config',
      'apps/web/src/testing',
    ],
    never: /^(node:|pg|fastify|saxes)/,
  },
  // Reads two models where they are compared, in pages of processes and of applications.
  'apps/web/src/components/model-comparison': {
    ours: [
      'packages/contract',
      'packages/bpmn',
      'packages/dmn',
      'apps/web/src/components',
      'apps/web/src/lib',
      'apps/web/src/config',
      'apps/web/src/styles',
      'apps/web/src/testing',
    ],
    never: /^(node:|pg|fastify|saxes)/,
  },
  // Reads files to look at as the modeller does.
  'apps/web/src/components/bpmn-diagram': {
    ours: [
      'packages/contract',
      'packages/bpmn',
      'apps/web/src/components',
      'apps/web/src/lib',
      'apps/web/src/config',
      'apps/web/src/styles',
      'apps/web/src/testing',
    ],
    never: /^(node:|pg|fastify|saxes)/,
  },
  // Its own bundle, drawn with the parts of the browser application.
  'apps/form-designer/src': {
    ours: [
      'packages/contract',
      'packages/forms',
      'apps/web/src/components',
      'apps/web/src/lib',
      'apps/web/src/config',
      'apps/web/src/testing',
    ],
    never: /^(node:|pg|fastify|saxes)/,
  },
  'apps/web/src/components': {
    ours: [
      'packages/contract',
      'packages/forms',
      'apps/web/src/lib',
      'apps/web/src/config',
      'apps/web/src/styles',
      'apps/web/src/testing',
    ],
    types: ['packages/bpmn'],
    never: /^(node:|pg|fastify|saxes)/,
  },
  'apps/web/src/lib': {
    ours: ['packages/contract', 'packages/forms', 'apps/web/src/config', 'apps/web/src/testing'],
    types: ['packages/bpmn'],
    never: /^(node:|pg|fastify|saxes)/,
  },
}

/** Returns the part of a file: the rule, and the path that matches its `*`. */
export function findPart(path: string): { rule: string; path: string } | null {
  let best: { rule: string; path: string } | null = null
  for (const rule of Object.keys(importTable)) {
    const match = path.match(new RegExp(`^${rule.replaceAll('.', '\\.').replace('*', '[^/]+')}(?=/|$)`))
    if (match !== null && rule.length > (best?.rule.length ?? 0)) best = { rule, path: match[0] }
  }
  return best
}

/** Returns whether a path is a part or inside it. */
export function isWithin(path: string, part: string): boolean {
  return path === part || path.startsWith(`${part}/`)
}
