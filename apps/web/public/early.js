// Runs before the first paint, so it is plain, tiny and loaded apart from the app. Names as in src/lib/preferences.ts.
;(() => {
  var root = document.documentElement
  var stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch (_) {
      return null
    }
  }
  var scheme = stored('mantine-color-scheme-value')
  if (scheme !== 'light' && scheme !== 'dark')
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  root.setAttribute('data-mantine-color-scheme', scheme)
  var density = stored('millrace.density')
  if (density === 'compact' || density === 'relaxed') root.setAttribute('data-density', density)
  if (/^\/(login|sessionLogout|applicationError)/.test(location.pathname)) root.setAttribute('data-frame', 'bare')
})()
