{{- define "millrace.labels" -}}
app.kubernetes.io/name: millrace
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "millrace.secret" -}}
{{- .Values.existingSecret | default (printf "%s-millrace" .Release.Name) }}
{{- end }}

{{/* The pod of one kind of process: a dictionary of root, role and of (web or worker of the values). */}}
{{- define "millrace.pod" -}}
{{- $root := .root -}}
metadata:
  labels:
    {{- include "millrace.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
  annotations:
    # A changed secret starts the processes again.
    checksum/secret: {{ printf "%s %s" $root.Values.databaseUrl $root.Values.secret | sha256sum }}
spec:
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ $root.Values.terminationGracePeriodSeconds }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 65532
    runAsGroup: 65532
    fsGroup: 65532
    seccompProfile: { type: RuntimeDefault }
  {{- with $root.Values.imagePullSecrets }}
  imagePullSecrets: {{ toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: millrace
      image: "{{ $root.Values.image.repository }}:{{ $root.Values.image.tag | default $root.Chart.AppVersion }}"
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      env:
        - { name: MILLRACE_ROLES, value: {{ .role }} }
        - { name: MILLRACE_PUBLIC_URL, value: {{ $root.Values.publicUrl | quote }} }
        - { name: MILLRACE_TIME_ZONE, value: {{ $root.Values.timeZone | quote }} }
        - { name: MILLRACE_TRUSTED_PROXIES, value: {{ $root.Values.trustedProxies | quote }} }
        {{- range $name, $value := $root.Values.env }}
        - { name: {{ $name }}, value: {{ $value | quote }} }
        {{- end }}
        {{- range $name := list "DATABASE_URL" "MILLRACE_SECRET" }}
        - name: {{ $name }}
          valueFrom:
            secretKeyRef: { name: {{ include "millrace.secret" $root }}, key: {{ $name }} }
        {{- end }}
        {{- with $root.Values.extraEnv }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- if eq .role "web" }}
      ports:
        - { name: http, containerPort: 8080 }
      # The server opens its port when the database has the schema of this version.
      startupProbe:
        httpGet: { path: /api/actuator/health/liveness, port: http }
        periodSeconds: 5
        failureThreshold: {{ div $root.Values.startupSeconds 5 }}
      livenessProbe:
        httpGet: { path: /api/actuator/health/liveness, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
      readinessProbe:
        httpGet: { path: /api/actuator/health/readiness, port: http }
        periodSeconds: 5
        timeoutSeconds: 5
      # The service needs a moment to send requests elsewhere.
      lifecycle:
        preStop:
          sleep: { seconds: 5 }
      {{- end }}
      resources: {{- toYaml .of.resources | nindent 8 }}
      volumeMounts:
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
  volumes:
    # Nothing in it has to be kept: the database, the secret and the time zone come from elsewhere.
    - { name: data, emptyDir: {} }
    - { name: tmp, emptyDir: {} }
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "millrace.labels" $root | nindent 10 }}
          app.kubernetes.io/component: {{ .role }}
  {{- with $root.Values.nodeSelector }}
  nodeSelector: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $root.Values.tolerations }}
  tolerations: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
