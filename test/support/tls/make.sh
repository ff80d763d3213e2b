#!/bin/sh
# Makes the certificates of this folder. Their key protects nothing: everyone has it, it is for tests of TLS alone.
set -eu
tls="$(cd "$(dirname "$0")" && pwd)"
work="$(mktemp -d)"
trap 'rm -r "$work"' EXIT

certificate() { # file, subject, names, from, until
  : > "$work/index.txt"
  cat > "$work/ca.cnf" << END
[ca]
default_ca = own
[own]
database = $work/index.txt
new_certs_dir = $work
rand_serial = yes
default_md = sha256
policy = any
x509_extensions = ext
[any]
commonName = supplied
[ext]
basicConstraints = critical,CA:TRUE
subjectAltName = $3
[req]
distinguished_name = name
[name]
END
  openssl req -config "$work/ca.cnf" -new -key "$tls/key.pem" -subj "$2" -out "$work/request.pem"
  openssl ca -config "$work/ca.cnf" -batch -notext -selfsign -keyfile "$tls/key.pem" -in "$work/request.pem" \
    -startdate "$4" -enddate "$5" -out "$1"
}

[ -f "$tls/key.pem" ] || openssl ecparam -name prime256v1 -genkey -noout -out "$tls/key.pem"
here=DNS:localhost,IP:127.0.0.1
certificate "$tls/certificate.pem" /CN=localhost $here 20200101000000Z 21260101000000Z
certificate "$tls/expired.pem" /CN=localhost $here 20200101000000Z 20200201000000Z
certificate "$tls/other-host.pem" /CN=elsewhere.example DNS:elsewhere.example 20200101000000Z 21260101000000Z
