import { startFreshServer } from '../../fresh-server.ts'

/** Starts a server of this copy of the project, and prints what the lists at these paths answer to an administrator. */
const server = await startFreshServer()
try {
  const api = `${server.url}/api`
  const [seen] = cookiesOf(await fetch(`${api}/actuator/health/liveness`))
  const signedIn = await fetch(`${api}/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: seen ?? '',
      'x-xsrf-token': decodeURIComponent(seen?.split('=')[1] ?? ''),
    },
    body: JSON.stringify({ username: 'admin', password: server.password }),
  })
  const cookie = cookiesOf(signedIn).join('; ')
  for (const path of process.argv.slice(2)) {
    const response = await fetch(`${api}${path}`, { headers: { cookie } })
    console.log(path, response.status, JSON.stringify(((await response.json()) as { items?: unknown }).items))
  }
} finally {
  await server.stop()
}

function cookiesOf({ headers }: Response): string[] {
  return headers.getSetCookie().map((one) => one.split(';')[0] ?? '')
}
