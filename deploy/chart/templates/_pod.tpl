{{- define "labels" -}}
app.kubernetes.io/name: kubectl-finalize
app.kubernetes.io/component: {{ . }}
{{- end }}

{{- define "pod" -}}
serviceAccountName: {{ .Release.Name }}
automountServiceAccountToken: true
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  seccompProfile:
    type: RuntimeDefault
{{- end }}

{{- define "container" -}}
image: {{ .Values.image }}
resources:
  requests:
    cpu: 50m
    memory: 128Mi
  limits:
    memory: 256Mi
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end }}
