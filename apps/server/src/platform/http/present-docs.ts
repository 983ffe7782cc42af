/** The parts of an OpenAPI description that the page shows. */
interface Description {
  readonly info?: { readonly title?: string; readonly version?: string; readonly description?: string }
  readonly paths?: Readonly<Record<string, object | undefined>>
}

interface Operation {
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly unknown[]
  readonly requestBody?: unknown
  readonly responses?: unknown
}

interface Entry extends Operation {
  readonly method: string
  readonly path: string
}

/** Returns an HTML page with all calls by subject, without scripts and external resources. */
export function presentDocs({ info = {}, paths = {} }: Description, source: string): string {
  const entries = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries((operations ?? {}) as Record<string, Operation>).map(
      ([method, operation]): Entry => ({ ...operation, method: method.toUpperCase(), path }),
    ),
  )
  const bySubject = Object.entries(Object.groupBy(entries, ({ tags }) => tags?.[0] ?? 'Other')).sort(([one], [other]) =>
    one.localeCompare(other),
  )
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(info.title)} API</title><style>${style}</style></head>
<body>
<main>
<h1>${escapeHtml(info.title)} API ${escapeHtml(info.version)}</h1>
<p>${escapeHtml(info.description)} For programs: <a href="${escapeHtml(source)}">openapi.json</a>.</p>
${bySubject.map(([subject, calls = []]) => `<h2>${escapeHtml(subject)}</h2>\n${calls.map(presentCall).join('\n')}`).join('\n')}
</main>
</body>
</html>
`
}

function presentCall({ method, path, summary, description, parameters, requestBody, responses }: Entry): string {
  const parts = [
    presentPart('Parameters', parameters),
    presentPart('Body', requestBody),
    presentPart('Answers', responses),
  ]
  return `<details><summary><b>${method}</b> <code>${escapeHtml(path)}</code> ${escapeHtml(summary)}</summary><p>${escapeHtml(description)}</p>${parts.join('')}</details>`
}

function presentPart(title: string, part: unknown): string {
  return part === undefined ? '' : `<h3>${title}</h3><pre>${escapeHtml(JSON.stringify(part, null, 2))}</pre>`
}

function escapeHtml(text = ''): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:0;color:#1c2430;background:#fff}main{max-width:60rem;margin:auto;padding:1.5rem}
summary{cursor:pointer;padding:.35rem 0}summary b{display:inline-block;min-width:4.5rem}pre{overflow:auto;background:#f3f5f8;padding:.75rem;border-radius:6px}
h3{font-size:1rem;margin:.75rem 0 .25rem}details{border-bottom:1px solid #dde2ea}
@media(prefers-color-scheme:dark){body{color:#e6eaf0;background:#161b22}pre{background:#0d1117}a{color:#7cb7ff}details{border-color:#30363d}}`
