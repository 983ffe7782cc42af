// Runs before the first paint, so it is plain, tiny and loaded apart from the app. Names as in src/lib/preferences.ts.
;(() => {
  const root = document.documentElement
  const stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch (_) {
      return null
    }
  }
  let scheme = stored('mantine-color-scheme-value')
  if (scheme !== 'light' && scheme !== 'dark')
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  root.setAttribute('data-mantine-color-scheme', scheme)
  const density = stored('millrace.density')
  if (density === 'compact' || density === 'relaxed') root.setAttribute('data-density', density)
  const { pathname } = location
  const isBare =
    /^\/(login|logout|sessionLogout|applicationError|unauthorizedError|notFound|category\/view\/PreHome|standalone|redirectTo)/.test(
      pathname,
    )
  if (isBare) root.setAttribute('data-frame', 'bare')
  // The sign-in page is painted from the page itself where it is going to look the same: in its own language, in the
  // default workplace. What is typed before the program is here waits for it: src/lib/session/early-input.ts.
  const language = stored('millrace.language') || 'en'
  if (pathname === '/login' && !location.search && !stored('millrace.workplace') && /^en\b/.test(language))
    root.setAttribute('data-early', 'login')
  document.addEventListener('submit', (event) => {
    if (event.target.id !== 'early-form') return
    event.preventDefault()
    event.target.setAttribute('data-submitted', '')
  })
  // What the page waits for is asked for while the program is still on its way; src/lib/api/early-answers.ts picks it up.
  // Whoever was not signed in when the program last ran would only be refused, and led to the sign-in page.
  const isSignedIn = !isBare && stored('millrace.session') !== null
  const page = isBare || isSignedIn ? pathname : '/login'
  const base = document.querySelector('meta[name="api-base"]')?.content || '/api'
  // Access that has run out is renewed before anything is asked for: src/lib/api/refresh-session.ts.
  const refreshedAt = Number(stored('millrace.refreshedAt')) || 0
  const isOld = refreshedAt > 0 && Date.now() - refreshedAt > 285_000
  const calls =
    !isSignedIn || isOld
      ? []
      : [
          '/usersgroups/usersAPI/init',
          '/usersgroups/usersAPI/userInfo',
          '/usersgroups/usersAPI/defaultWorkplace',
          '/usersgroups/usersAPI/workplaces',
          '/users/session-timeout',
          '/categories-menu',
          '/processEngine/customViewAPI/getCustomViewsList',
          '/admin/themes-api',
          '/admin/themes-api/user-defined-theme/all',
          '/profiles',
        ]
  // Written into the page by its build: build/early-parts.ts.
  const files = []
  const later = []
  for (const part of JSON.parse(document.getElementById('early-parts')?.textContent ?? '[]')) {
    const found = new RegExp(part.path).exec(page)
    if (found === null) continue
    files.push(...part.files)
    later.push(...part.later)
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    // What an address says beyond its path narrows what is asked for.
    if (location.search === '' && !isOld)
      for (const call of part.calls)
        calls.push(
          call.replace(/\$(\d)/g, (_, group) => found[group]).replace('{timeZone}', encodeURIComponent(timeZone)),
        )
  }
  const ask = (url) => {
    const answer = fetch(url, { credentials: 'include', headers: { accept: 'application/json' } })
    // Who does not pick it up must not read of a failure either.
    answer.catch(() => {})
    return [url, answer]
  }
  window.millraceEarly = Object.fromEntries(calls.map((path) => ask(base + path)))
  // After the calls, which are short and decide whether anything is shown. src/lib/page-parts.ts waits for them.
  const load = (href) => {
    const link = document.createElement('link')
    link.rel = href.endsWith('.css') ? 'preload' : 'modulepreload'
    if (href.endsWith('.css')) {
      link.as = 'style'
      // As the program asks for it, or it comes twice.
      link.crossOrigin = ''
    }
    link.href = href
    document.head.append(link)
    return new Promise((resolve) => {
      link.onload = link.onerror = resolve
    })
  }
  const loadAll = (hrefs) => Promise.all(hrefs.map(load))
  window.millraceFiles = loadAll(files).then(() => loadAll(later))
})()
