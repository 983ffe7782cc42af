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
  // Whoever was not signed in when the program last ran would only be refused.
  if (isBare || stored('millrace.session') === null) return

  // What Home waits for is asked for while the program is still on its way; src/lib/api/early-answers.ts picks it up.
  const category = pathname === '/' ? 'Home' : /^\/category\/view\/([^/]+)$/.exec(pathname)?.[1]
  const base = document.querySelector('meta[name="api-base"]')?.content || '/api'
  const calls = [
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
  if (category !== undefined) calls.push(`/category/${category}/processes`)
  const ask = (url) => {
    const answer = fetch(url, { credentials: 'include', headers: { accept: 'application/json' } })
    // Who does not pick it up must not read of a failure either.
    answer.catch(() => {})
    return [url, answer]
  }
  window.millraceEarly = Object.fromEntries(calls.map((path) => ask(base + path)))
})()
