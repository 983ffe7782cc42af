/** The health check of a container: 0 when the server of this container answers. A worker opens no port, and passes. */
const roles = process.env.MILLRACE_ROLES ?? 'web,worker'
if (roles.includes('web')) {
  const base = `http://127.0.0.1:${process.env.PORT ?? '8080'}${process.env.MILLRACE_API_BASE ?? '/api'}`
  const answer = await fetch(`${base}/actuator/health/liveness`).catch(() => null)
  process.exitCode = answer?.ok === true ? 0 : 1
}
